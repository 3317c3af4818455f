#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Reads files below one folder without ever following a link or opening anything but a file.
struct WorkingTreeFolder: ~Copyable {
  /// What stands on disk at a path.
  struct Status: Equatable {
    var size: Int
    var mode: UInt32
    var stamp: FileStamp
    var isExecutable: Bool { mode & 0o111 != 0 }
  }

  private let root: FileDescriptor
  private let path: String
  /// Paths come sorted, so most of them are in the folder of the one before.
  private var current: (path: String, folder: FileDescriptorBox)?

  init(_ path: String) throws(GitError) {
    let number = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else {
      throw GitError(.inputOutput, at: path, FileDescriptor.message(errno))
    }
    root = FileDescriptor(owning: number)
    self.path = path
  }

  /// Looks at a regular file.
  ///
  /// - Throws: `missing`, `symlink`, `notRegularFile` or `inputOutput`.
  mutating func status(_ file: String) throws(GitError) -> Status {
    let (folder, name) = try enter(file)
    return try Self.status(of: name, in: folder, at: file)
  }

  /// Reads a regular file.
  ///
  /// - Throws: As `status`, and `tooLarge` over the limit.
  mutating func read(_ file: String, limit: Int) throws(GitError) -> [UInt8] {
    let (folder, name) = try enter(file)
    return try Self.contents(of: name, in: folder, at: file, limit: limit)
  }

  /// Replaces a regular file in one step, keeping its permissions, if it still has the contents
  /// expected just before.
  ///
  /// - Returns: Whether it was replaced.
  mutating func replace(
    _ file: String, expecting original: [UInt8], with updated: [UInt8]
  ) throws(GitError) -> Bool {
    let status = try status(file)
    guard try read(file, limit: original.count + 1) == original else { return false }
    let (folder, name) = try enter(file)
    return try FileReplacement.write(
      updated, folder: folder, name: name, temporary: Self.temporaryName(for: name),
      mode: status.mode
    ) { () throws(GitError) in
      try Self.contents(of: name, in: folder, at: file, limit: original.count + 1) == original
    }
  }

  /// Removes what an end in the middle of `replace` may have left.
  mutating func removeLeftover(_ file: String) throws(GitError) {
    let (folder, name) = try enter(file)
    unlinkat(folder, Self.temporaryName(for: name), 0)
  }

  /// Foreseeable, so that a later run finds it, and never too long for a file name.
  private static func temporaryName(for name: String) -> String {
    ".migrate-\(name.prefix(50)).tmp"
  }

  /// The descriptor of the folder that holds a path, and the last component.
  mutating func enter(_ file: String) throws(GitError) -> (folder: Int32, name: String) {
    // The folder of the path before was looked at then, the last component is new.
    if let current, let slash = file.utf8.lastIndex(of: UInt8(ascii: "/")),
      file.utf8[..<slash].elementsEqual(current.path.utf8)
    {
      let name = String(file[file.utf8.index(after: slash)...])
      if TrackedPath(Array(name.utf8), mode: 0, id: .zero).isSafe {
        return (current.folder.number, name)
      }
    }
    guard TrackedPath(Array(file.utf8), mode: 0, id: .zero).isSafe else {
      throw GitError(.unsafePath, at: file, "the path leaves the working tree")
    }
    var components = file.split(separator: "/").map(String.init)
    let name = components.removeLast()
    let folderPath = components.joined(separator: "/")
    if folderPath.isEmpty { return (root.number, name) }
    var folder: FileDescriptorBox?
    for component in components {
      let parent = folder?.number ?? root.number
      let number = openat(parent, component, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard number >= 0 else { throw Self.failure(component, in: parent, at: file) }
      folder = FileDescriptorBox(owning: number)
    }
    guard let folder else { return (root.number, name) }
    current = (folderPath, folder)
    return (folder.number, name)
  }

  private static func contents(
    of name: String, in folder: Int32, at file: String, limit: Int
  ) throws(GitError) -> [UInt8] {
    // Opening a device or a pipe may block or have effects, so look first.
    let seen = try status(of: name, in: folder, at: file)
    let number = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard number >= 0 else { throw failure(name, in: folder, at: file) }
    let opened = FileDescriptor(owning: number)
    var status = stat()
    guard fstat(opened.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw GitError(.notRegularFile, at: file, "not a regular file")
    }
    guard status.st_size <= limit else {
      throw GitError(
        .tooLarge, at: file, "the file has \(status.st_size) bytes, the limit is \(limit)")
    }
    // One byte more than there should be, so that a file that grows shows.
    var bytes = try read(opened, upTo: max(seen.size, 0) + 1, at: file)
    guard bytes.count > seen.size else { return bytes }
    while true {
      guard bytes.count <= limit else {
        throw GitError(.tooLarge, at: file, "the file grew over the limit of \(limit) bytes")
      }
      let more = try read(opened, upTo: 64 << 10, at: file)
      if more.isEmpty { return bytes }
      bytes += more
    }
  }

  /// The next bytes of a file; fewer than asked for only at its end.
  private static func read(
    _ file: borrowing FileDescriptor, upTo size: Int, at place: String
  ) throws(GitError) -> [UInt8] {
    var failure: Int32 = 0
    let number = file.number
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let more = systemRead(number, buffer.baseAddress.map { $0 + count }, size - count)
        if more == 0 { return }
        if more > 0 {
          count += more
        } else if errno != EINTR {
          failure = errno
          return
        }
      }
    }
    guard failure == 0 else {
      throw GitError(.inputOutput, at: place, FileDescriptor.message(failure))
    }
    return bytes
  }

  private static func status(
    of name: String, in folder: Int32, at file: String
  ) throws(GitError) -> Status {
    var status = stat()
    guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      throw failure(name, in: folder, at: file)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      return Status(
        size: Int(status.st_size), mode: UInt32(status.st_mode), stamp: FileStamp(status))
    case S_IFLNK: throw GitError(.symlink, at: file, "a symbolic link stands in its place")
    default: throw GitError(.notRegularFile, at: file, "not a regular file")
    }
  }

  private static func failure(_ name: String, in folder: Int32, at file: String) -> GitError {
    let code = errno
    var status = stat()
    if code == ELOOP || code == ENOTDIR,
      fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFLNK
    {
      return GitError(.symlink, at: file, "'\(name)' is a symbolic link")
    }
    return code == ENOENT || code == ENOTDIR
      ? GitError(.missing, at: file, "the file is not on disk")
      : GitError(.inputOutput, at: file, FileDescriptor.message(code))
  }
}

/// A shared descriptor, closed with its last owner; for one thread.
final class FileDescriptorBox {
  let number: Int32

  init(owning number: Int32) { self.number = number }

  deinit { close(number) }
}

#if canImport(Darwin)
  private let systemRead = Darwin.read
#elseif canImport(Musl)
  private let systemRead = Musl.read
#else
  private let systemRead = Glibc.read
#endif
