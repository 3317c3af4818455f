#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Puts new contents in the place of a file in one step.
enum FileReplacement {
  /// Writes a temporary file and renames it.
  ///
  /// - Parameters:
  ///   - folder: The descriptor of the folder that both names are in.
  ///   - temporary: The name in between; a file of that name is left from an earlier end.
  ///   - mode: The permissions of the new file.
  ///   - isFlushed: Whether the contents must be on disk before the name is.
  ///   - isStillRight: Asked last before the rename; false gives the write up.
  /// - Returns: Whether the file was replaced.
  @discardableResult
  static func write(
    _ bytes: [UInt8], folder: Int32, name: String, temporary: String, mode: UInt32,
    isFlushed: Bool = true,
    isStillRight: () throws(GitError) -> Bool = { () throws(GitError) in true }
  ) throws(GitError) -> Bool {
    unlinkat(folder, temporary, 0)
    let number = openat(
      folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard number >= 0 else {
      throw GitError(.inputOutput, at: name, FileDescriptor.message(errno))
    }
    let opened = FileDescriptor(owning: number)
    var failure = Self.writeAll(bytes, to: opened.number)
    if failure == nil && fchmod(opened.number, mode_t(mode & 0o7777)) != 0 { failure = errno }
    if failure == nil && isFlushed && fsync(opened.number) != 0 { failure = errno }
    if let failure {
      unlinkat(folder, temporary, 0)
      throw GitError(.inputOutput, at: name, FileDescriptor.message(failure))
    }
    var isRight = false
    do {
      isRight = try isStillRight()
    } catch {
      unlinkat(folder, temporary, 0)
      throw error
    }
    guard isRight else {
      unlinkat(folder, temporary, 0)
      return false
    }
    guard renameat(folder, temporary, folder, name) == 0 else {
      let code = errno
      unlinkat(folder, temporary, 0)
      throw GitError(.inputOutput, at: name, FileDescriptor.message(code))
    }
    return true
  }

  /// The error number of the first failing write; nil when all is written.
  private static func writeAll(_ bytes: [UInt8], to number: Int32) -> Int32? {
    bytes.withUnsafeBytes { buffer in
      var position = 0
      while position < buffer.count {
        let count = systemWrite(
          number, buffer.baseAddress?.advanced(by: position), buffer.count - position)
        if count < 0 && errno == EINTR { continue }
        if count < 0 { return errno }
        position += count
      }
      return nil
    }
  }
}

#if canImport(Darwin)
  private let systemWrite = Darwin.write
#elseif canImport(Musl)
  private let systemWrite = Musl.write
#else
  private let systemWrite = Glibc.write
#endif
