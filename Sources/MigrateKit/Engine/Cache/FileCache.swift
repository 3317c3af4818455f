import Synchronization

/// What earlier runs found in single files, and what this one finds.
///
/// A key holds everything that a result depends on, so that a value never goes stale; values of
/// this run and those it used are written first, others as long as there is room.
final class FileCache: Sendable {
  /// The most bytes of values that are kept for one project.
  static let limit = 24 << 20

  private struct Values {
    var old: [String: [UInt8]] = [:]
    var used: [String: [UInt8]] = [:]
    var isChanged = false
  }

  private let values = Mutex(Values())

  /// An empty cache.
  init() {}

  /// Reads what `encoded` wrote; damaged bytes make an empty cache.
  init(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    var old: [String: [UInt8]] = [:]
    do throws(CacheDamage) {
      let entries = try reader.list { (reader) throws(CacheDamage) in
        (key: try reader.text(), value: try reader.data())
      }
      for entry in entries { old[entry.key] = entry.value }
    } catch { old = [:] }
    values.withLock { $0.old = old }
  }

  /// Whether there is anything to write that was not there before.
  var isChanged: Bool { values.withLock { $0.isChanged } }

  func value(_ key: String) -> [UInt8]? {
    values.withLock { values in
      if let known = values.used[key] { return known }
      guard let known = values.old.removeValue(forKey: key) else { return nil }
      values.used[key] = known
      return known
    }
  }

  /// Knows what the other one knows, too.
  func adopt(_ other: FileCache) {
    let old = other.values.withLock { $0.old }
    values.withLock { $0.old.merge(old) { known, _ in known } }
  }

  func add(_ value: [UInt8], _ key: String) {
    values.withLock { values in
      values.used[key] = value
      values.isChanged = true
    }
  }

  /// The values as bytes, the same for the same values.
  func encoded() -> [UInt8] {
    values.withLock { values in
      var room = Self.limit
      var kept: [(key: String, value: [UInt8])] = []
      for part in [values.used, values.old] {
        for entry in part.sorted(by: { $0.key < $1.key }) {
          room -= entry.key.utf8.count + entry.value.count
          if room >= 0 { kept.append(entry) }
        }
      }
      var writer = ByteWriter()
      writer.put(kept) { writer, entry in
        writer.put(entry.key)
        writer.put(entry.value)
      }
      return writer.bytes
    }
  }
}
