internal import Synchronization

/// The numbers by which a forge names projects and labels, each asked for once.
final class ForgeNumbers: Sendable {
  private let values = Mutex<[String: Int]>([:])

  /// The number that is known for a name, or that is found now; nil is not kept.
  func number(
    _ name: String, _ find: () throws(ForgeError) -> Int?
  ) throws(ForgeError) -> Int? {
    if let known = values.withLock({ $0[name] }) { return known }
    guard let found = try find() else { return nil }
    note(found, for: name)
    return found
  }

  /// Keeps a number that was told with something else.
  func note(_ number: Int, for name: String) {
    values.withLock { $0[name] = number }
  }
}
