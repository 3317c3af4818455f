#if os(Linux)
  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// The processes of the system, as `/proc` shows them.
  enum ProcessTable {
    struct Entry {
      var identifier: pid_t
      var parent: pid_t
      var session: pid_t
    }

    static func all() -> [Entry] {
      guard let folder = opendir("/proc") else { return [] }
      defer { closedir(folder) }
      var entries: [Entry] = []
      while let item = readdir(folder) {
        let name = withUnsafeBytes(of: &item.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        guard let identifier = pid_t(name), let entry = entry(identifier) else { continue }
        entries.append(entry)
      }
      return entries
    }

    /// Reads `pid (name) state parent group session …`; the name may hold spaces and parentheses.
    private static func entry(_ identifier: pid_t) -> Entry? {
      let number = open("/proc/\(identifier)/stat", O_RDONLY | O_CLOEXEC)
      guard number >= 0 else { return nil }
      let file = FileDescriptor(owning: number)
      var buffer = [UInt8](repeating: 0, count: 1024)
      let count = read(file.number, &buffer, buffer.count)
      guard count > 0, let close = buffer[..<count].lastIndex(of: UInt8(ascii: ")")) else {
        return nil
      }
      let words = String(decoding: buffer[(close + 1)..<count], as: UTF8.self)
        .split(separator: " ")
      guard words.count > 3, let parent = pid_t(words[1]), let session = pid_t(words[3]) else {
        return nil
      }
      return Entry(identifier: identifier, parent: parent, session: session)
    }
  }
#endif
