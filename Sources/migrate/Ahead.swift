import Dispatch
import Foundation
import Synchronization

/// Something that is worked out on a thread of its own while the program goes on.
final class Ahead<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)
  private let done = DispatchSemaphore(value: 0)

  /// Starts at once.
  init(_ work: @escaping @Sendable () throws -> Value) {
    let thread = Thread { [self] in
      let outcome = Result { try work() }
      result.withLock { $0 = outcome }
      done.signal()
    }
    // As deep as the main thread's, since recipes and manifests are parsed.
    thread.stackSize = 16 << 20
    thread.start()
  }

  /// What came out of it; waits until it is there.
  ///
  /// - Throws: What the work threw; the thread always ends with an outcome.
  func value() throws -> Value {
    done.wait()
    defer { done.signal() }
    guard let outcome = result.withLock({ $0 }) else { throw CancellationError() }
    return try outcome.get()
  }
}
