import Synchronization

/// What rules and collectors have worked out of one file, so that each thing is worked out once.
///
/// What is kept may hold the file itself, so whoever parsed a file clears its memo when the file
/// is done with; a memo that is cleared only works everything out again.
final class FileMemo: Sendable {
  private let kept = Mutex<[ObjectIdentifier: any Sendable]>([:])

  /// The value of a type, kept from before or made now; two threads may both make it.
  func value<Value: Sendable>(_ make: () -> Value) -> Value {
    let key = ObjectIdentifier(Value.self)
    if let known = kept.withLock({ $0[key] }) as? Value { return known }
    let value = make()
    kept.withLock { $0[key] = value }
    return value
  }

  /// Lets everything go.
  func clear() {
    let old = kept.withLock { kept in
      defer { kept = [:] }
      return kept
    }
    _ = old.count
  }
}
