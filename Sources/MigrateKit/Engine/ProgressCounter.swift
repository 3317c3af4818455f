import Synchronization

/// Counts finished files of one phase and reports now and then.
final class ProgressCounter: Sendable {
  private static let stride = 16

  private let done = Atomic<Int>(0)
  private let phase: String
  private let total: Int
  private let report: (@Sendable (Engine.Progress) -> Void)?

  init(phase: String, total: Int, report: (@Sendable (Engine.Progress) -> Void)?) {
    self.phase = phase
    self.total = total
    self.report = report
  }

  func step() {
    guard let report else { return }
    let now = done.wrappingAdd(1, ordering: .relaxed).newValue
    if now % Self.stride == 0 || now == total {
      report(Engine.Progress(phase: phase, done: now, total: total))
    }
  }
}
