import Dispatch
import Foundation
import Synchronization

/// One run of the tests at a time, in a process that writes where this one does.
final class TestProcess: Sendable {
  private struct State {
    /// The process id of the run; 0 where there is none.
    var child: Int32 = 0
    var sources: [any DispatchSourceSignal] = []
  }

  private let program: String
  private let arguments: [String]
  private let state = Mutex(State())

  init(program: String, arguments: [String]) {
    self.program = program
    self.arguments = arguments
  }

  /// Runs the tests to their end.
  ///
  /// - Throws: `CommandError` when the program cannot be started.
  func start() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    do { try process.run() } catch {
      throw CommandError(.fileAccess, "\(program): cannot be started: check its permissions")
    }
    let child = process.processIdentifier
    state.withLock { $0.child = child }
    process.waitUntilExit()
    state.withLock { $0.child = 0 }
  }

  /// Lets a signal end the run, too, before it ends this program.
  func endWithSignals() {
    state.withLock { state in
      for number in [SIGINT, SIGTERM, SIGHUP] {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { [self] in end(by: number) }
        source.resume()
        state.sources.append(source)
      }
    }
  }

  private func end(by number: Int32) {
    let child = state.withLock { $0.child }
    if child > 0 { kill(child, SIGTERM) }
    Interruption.end(by: number)
  }
}
