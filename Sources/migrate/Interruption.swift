import Dispatch
import Foundation
import MigrateKit
import Synchronization

/// Ends the plugins when a signal ends the program, and then lets the signal do so.
final class Interruption: Sendable {
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  private struct State {
    var sources: [any DispatchSourceSignal] = []
    var isInterrupted = false
  }

  private let plugins: PluginHost
  private let state = Mutex(State())

  init(_ plugins: PluginHost) {
    self.plugins = plugins
  }

  /// Watches for signals from now on; before the first plugin starts.
  func begin() {
    state.withLock { state in
      guard state.sources.isEmpty else { return }
      // Without a reader of the results the program goes on to its end, where it says so.
      signal(SIGPIPE, SIG_IGN)
      for number in Self.signals {
        let before = signal(number, SIG_IGN)
        // Whoever started the program wants the signal to be ignored, as 'nohup' does.
        if isIgnored(before) { continue }
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { [self] in interrupt(by: number) }
        source.resume()
        state.sources.append(source)
      }
    }
  }

  /// Never returns once a signal came, since what plugins did not answer is missing in the plan.
  func hold() {
    while state.withLock({ $0.isInterrupted }) { sleep(1) }
  }

  private func interrupt(by number: Int32) {
    let isFirst = state.withLock { state in
      defer { state.isInterrupted = true }
      return !state.isInterrupted
    }
    guard isFirst else { return }
    plugins.end()
    Self.end(by: number)
  }

  /// Ends the program by a signal, from a handler of it.
  static func end(by number: Int32) {
    // The queue's threads block signals, and whoever started the program may do so, too.
    signal(number, SIG_DFL)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
  }
}

private func isIgnored(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
  unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
}
