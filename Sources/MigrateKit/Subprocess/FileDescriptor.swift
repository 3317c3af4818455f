#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// An open file that is closed when its owner ends.
struct FileDescriptor: ~Copyable {
  let number: Int32

  init(owning number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }

  /// Whether the path names a regular file that may be run.
  static func isExecutableFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(path, X_OK) == 0
  }

  /// Whether anything stands at the path, be it a link to nowhere.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// The absolute path without links; nil when nothing is there.
  static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The bytes of a regular file; nil when there is none, or it has more bytes than the limit.
  static func contents(of path: String, limit: Int) -> [UInt8]? {
    let number = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard number >= 0 else { return nil }
    let opened = FileDescriptor(owning: number)
    var status = stat()
    guard fstat(opened.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= limit
    else { return nil }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while bytes.count <= limit {
      let count = read(opened.number, &buffer, buffer.count)
      if count == 0 { return bytes }
      if count > 0 {
        bytes.append(contentsOf: buffer[..<count])
      } else if errno != EINTR {
        return nil
      }
    }
    return nil
  }

  /// Writes a file that must not be there yet; false when that fails.
  static func write(_ bytes: [UInt8], toNew path: String, mode: mode_t) -> Bool {
    let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard number >= 0 else { return false }
    let file = FileDescriptor(owning: number)
    var written = 0
    while written < bytes.count {
      guard let count = StartedChild.write(bytes[written...], to: file.number) else {
        return false
      }
      written += count
    }
    return true
  }

  /// The system's words for an error number.
  static func message(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
    let text = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: text, as: UTF8.self)
  }

  func setNonBlocking() {
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
  }
}

/// The two ends of a pipe; neither is inherited, and neither is one of 0 to 2.
struct Pipe: ~Copyable {
  var readEnd: FileDescriptor?
  var writeEnd: FileDescriptor?

  /// Opens a pipe, or returns nil with `errno` set.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // The child moves its ends onto 0 to 2, so none of ours may already be there.
    for index in ends.indices where ends[index] <= 2 {
      let moved = fcntl(ends[index], F_DUPFD_CLOEXEC, 3)
      close(ends[index])
      ends[index] = moved
    }
    guard ends[0] >= 0, ends[1] >= 0 else {
      for end in ends where end >= 0 { close(end) }
      return nil
    }
    readEnd = FileDescriptor(owning: ends[0])
    writeEnd = FileDescriptor(owning: ends[1])
  }
}
