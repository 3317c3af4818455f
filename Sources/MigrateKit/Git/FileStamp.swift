import CGit2

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What tells that a file on disk has not been touched since git looked at it: its times, size and
/// number, as the index keeps them.
///
/// Equal stamps mean equal bytes as far as git itself relies on it; see `racy-git` in git's
/// documentation for why a stamp as young as the index says nothing.
struct FileStamp: Hashable, Sendable {
  private var modified: Time
  private var changed: Time
  private var size: UInt32
  private var number: UInt32

  fileprivate struct Time: Hashable, Comparable {
    var seconds: UInt32
    var nanoseconds: UInt32

    static func < (left: Time, right: Time) -> Bool {
      (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
    }
  }

  /// That of an entry of the index.
  init(_ entry: git_index_entry) {
    modified = Time(entry.mtime)
    changed = Time(entry.ctime)
    size = entry.file_size
    number = entry.ino
  }

  /// That of a file; the index keeps 32 bits of each field.
  init(_ status: stat) {
    #if canImport(Darwin)
      modified = Time(status.st_mtimespec)
      changed = Time(status.st_ctimespec)
    #else
      modified = Time(status.st_mtim)
      changed = Time(status.st_ctim)
    #endif
    size = UInt32(truncatingIfNeeded: status.st_size)
    number = UInt32(truncatingIfNeeded: status.st_ino)
  }

  /// Whether a file of this stamp was last touched before another one.
  func isOlder(than other: FileStamp) -> Bool { modified < other.modified }

  /// That of whatever stands at a path on disk; nil where nothing does.
  static func ofFile(at path: String) -> FileStamp? {
    var status = stat()
    return lstat(path, &status) == 0 ? FileStamp(status) : nil
  }
}

extension FileStamp.Time {
  fileprivate init(_ time: git_index_time) {
    self.init(seconds: UInt32(bitPattern: time.seconds), nanoseconds: time.nanoseconds)
  }

  fileprivate init(_ time: timespec) {
    self.init(
      seconds: UInt32(truncatingIfNeeded: time.tv_sec),
      nanoseconds: UInt32(truncatingIfNeeded: time.tv_nsec))
  }
}
