import Dispatch
import Foundation
import MigrateKit
import Synchronization

/// Keeps time for a bot that runs again and again, and ends it when a signal asks for it.
///
/// A signal ends a pause or a look at remote and forge at once; while something is being written,
/// the step is finished first. A second signal ends the program as it is.
final class BotLoop: Sendable {
  /// What the program is at.
  enum Phase {
    case pausing
    case looking
    case writing
  }

  private struct State {
    var phase = Phase.looking
    var isAsked = false
    var plugins: PluginHost?
    var sources: [any DispatchSourceSignal] = []
  }

  private let state = Mutex(State())
  private let wakening = DispatchSemaphore(value: 0)

  /// Watches for signals from now on.
  func begin() {
    state.withLock { state in
      for number in [SIGINT, SIGTERM, SIGHUP] {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { [self] in interrupt(by: number) }
        source.resume()
        state.sources.append(source)
      }
    }
  }

  /// Whether a signal came.
  var isAsked: Bool { state.withLock { $0.isAsked } }

  /// Notes what the program is at from now on, and whose plugins are to be ended with it.
  func enter(_ phase: Phase, plugins: PluginHost? = nil) {
    let mustEnd = state.withLock { state -> Bool in
      state.phase = phase
      state.plugins = plugins ?? state.plugins
      return state.isAsked && phase == .looking
    }
    if mustEnd { end() }
  }

  /// Waits; returns false when a signal came.
  func pause(seconds: Int64) -> Bool {
    enter(.pausing)
    if isAsked { return false }
    let end = DispatchWallTime.now() + .seconds(Int(clamping: seconds))
    return wakening.wait(wallTimeout: end) == .timedOut
  }

  private func interrupt(by number: Int32) {
    let (isFirst, phase) = state.withLock { state -> (Bool, Phase) in
      defer { state.isAsked = true }
      return (!state.isAsked, state.phase)
    }
    guard isFirst else { return Interruption.end(by: number) }
    switch phase {
    case .pausing: wakening.signal()
    case .looking: end()
    case .writing: return
    }
  }

  /// Ends the program: nothing is half done.
  private func end() {
    state.withLock { $0.plugins }?.end()
    fflush(nil)
    _exit(ExitStatus.done.rawValue)
  }
}
