#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A new folder that only this user may enter; removed with all it holds when its owner ends.
struct TemporaryFolder: ~Copyable {
  let path: String

  /// Makes a folder with a fresh name; nil, with `errno` set, when the parent does not allow it.
  init?(in parent: String, prefix: String) {
    var template = Array("\(parent)/\(prefix)XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    let bytes = template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    path = String(decoding: bytes, as: UTF8.self)
  }

  deinit { Self.remove(path) }

  /// Removes a folder whatever somebody put into it: folders without permission, and any depth.
  ///
  /// Folders are moved up before they are emptied, so that neither paths nor recursion grow.
  static func remove(_ path: String) {
    let number = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard number >= 0 else { return }
    let top = FileDescriptor(owning: number)
    var fresh = 0
    // What makes no headway, such as a folder of another user, is left where it is.
    var stalled = false
    while !stalled {
      stalled = true
      for name in names(in: top.number) {
        if unlinkat(top.number, name, 0) == 0 || unlinkat(top.number, name, AT_REMOVEDIR) == 0 {
          stalled = false
          continue
        }
        _ = fchmodat(top.number, name, 0o700, 0)
        let inner = openat(top.number, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard inner >= 0 else { continue }
        let folder = FileDescriptor(owning: inner)
        for child in names(in: folder.number) {
          if unlinkat(folder.number, child, 0) == 0 {
            stalled = false
            continue
          }
          _ = fchmodat(folder.number, child, 0o700, 0)
          fresh += 1
          if renameat(folder.number, child, top.number, ".moved-\(fresh)") == 0 { stalled = false }
        }
        if unlinkat(top.number, name, AT_REMOVEDIR) == 0 { stalled = false }
      }
    }
    rmdir(path)
  }

  private static func names(in folder: Int32) -> [String] {
    let copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { return [] }
    guard let stream = fdopendir(copy) else {
      close(copy)
      return []
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let item = readdir(stream) {
      let name = withUnsafeBytes(of: &item.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
