import Foundation
import Synchronization

/// Threads with deep stacks that share a list of work.
///
/// The parser and the rules recurse with the nesting of the source, so the stacks are 16 MB where
/// the system's default is half of that or less. Work is taken in chunks from an atomic cursor;
/// results come back in the order of the items, so scheduling cannot show.
struct WorkerPool: Sendable {
  static let stackSize = 16 << 20

  /// The number of threads; at least 1.
  let width: Int

  init(width: Int) {
    self.width = max(1, width)
  }

  /// Runs `body` once for every index below `count`, with a state that each worker makes for
  /// itself, and returns the results in the order of the indices.
  ///
  /// - Throws: the first error, by index, that `makeState` or `body` threw; work already taken is
  ///   finished first.
  func map<State, Result: Sendable>(
    count: Int, chunk: Int, makeState: @escaping @Sendable () throws -> State,
    body: @escaping @Sendable (inout State, Int) throws -> Result
  ) throws -> [Result] {
    guard count > 0 else { return [] }
    let shared = Shared<Result>(count: count)
    let workers = min(width, (count + chunk - 1) / chunk)
    let done = DispatchSemaphore(value: 0)
    for _ in 0..<workers {
      let thread = Thread {
        shared.run(chunk: chunk, makeState: makeState, body: body)
        done.signal()
      }
      thread.stackSize = Self.stackSize
      thread.start()
    }
    for _ in 0..<workers { done.wait() }
    return try shared.results()
  }

  private final class Shared<Result: Sendable>: Sendable {
    private let count: Int
    private let cursor = Atomic<Int>(0)
    private let finished = Mutex<[(Int, Result)]>([])
    private let failure = Mutex<(Int, any Error)?>(nil)

    init(count: Int) { self.count = count }

    func run<State>(
      chunk: Int, makeState: () throws -> State, body: (inout State, Int) throws -> Result
    ) {
      var index = 0
      do {
        var state = try makeState()
        while failure.withLock({ $0 == nil }) {
          let start = cursor.wrappingAdd(chunk, ordering: .relaxed).oldValue
          guard start < count else { return }
          var batch: [(Int, Result)] = []
          for item in start..<min(start + chunk, count) {
            index = item
            batch.append((item, try body(&state, item)))
          }
          finished.withLock { $0.append(contentsOf: batch) }
        }
      } catch {
        failure.withLock { known in
          if known.map({ index < $0.0 }) ?? true { known = (index, error) }
        }
      }
    }

    func results() throws -> [Result] {
      if let (_, error) = failure.withLock({ $0 }) { throw error }
      return finished.withLock { $0 }.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }
}
