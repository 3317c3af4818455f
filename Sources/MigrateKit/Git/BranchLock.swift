#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Keeps two runs from moving branches at once, and removes the lock of a reference that an ended
/// run has left behind.
///
/// The file `migrate/branches.lock` in git's common folder holds the reference that is being moved
/// and its new commit. The system gives the lock on that file up when a run ends in whatever way,
/// so whoever has it and finds a reference named there knows that its lock belongs to nobody.
struct BranchLock: ~Copyable {
  private let file: FileDescriptor
  private let commonFolder: String

  /// Waits up to ten seconds for other runs.
  init(_ location: RepositoryLocation) throws(GitError) {
    let folder = location.commonFolder + "/migrate"
    if mkdir(folder, 0o777) != 0 && errno != EEXIST {
      throw GitError(.inputOutput, at: folder, FileDescriptor.message(errno))
    }
    let path = folder + "/branches.lock"
    let number = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard number >= 0 else {
      throw GitError(.inputOutput, at: path, FileDescriptor.message(errno))
    }
    let opened = FileDescriptor(owning: number)
    guard FileLock.take(number, milliseconds: 10_000) else {
      throw GitError(
        .locked, at: path, "another 'migrate' is writing branches",
        remedy: "wait for it to end")
    }
    file = opened
    commonFolder = location.commonFolder
    removeLeftover()
  }

  /// Notes what is going to be moved.
  func begin(_ reference: String, to commit: ObjectID) throws(GitError) {
    let note = Array("\(reference) \(commit)\n".utf8)
    let written = note.withUnsafeBytes { pwrite(file.number, $0.baseAddress, $0.count, 0) }
    guard written == note.count else {
      throw GitError(.inputOutput, at: commonFolder + "/migrate", FileDescriptor.message(errno))
    }
  }

  /// Notes that nothing is being moved any more.
  func end() {
    ftruncate(file.number, 0)
  }

  private func removeLeftover() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = pread(file.number, &buffer, buffer.count, 0)
    guard count > 0 else { return }
    let fields =
      String(decoding: buffer[..<count], as: UTF8.self)
      .split(separator: "\n").first?.split(separator: " ") ?? []
    if fields.count == 2, fields[0].hasPrefix("refs/heads/"), !fields[0].contains("..") {
      let path = "\(commonFolder)/\(fields[0]).lock"
      // Only a lock that is as the ended run left it: empty, or with the commit it was writing.
      if let contents = FileDescriptor.contents(of: path, limit: 64),
        contents.isEmpty || contents.starts(with: fields[1].utf8)
      {
        unlink(path)
      }
    }
    end()
  }
}
