import Foundation
import MigrateKit
import Synchronization

/// The standard streams: results go to stdout, progress and problems to stderr.
final class Terminal: Sendable {
  /// When to colour.
  enum ColorMode: String, CaseIterable {
    case auto
    case always
    case never
  }

  /// Whether results are coloured.
  let colorsOutput: Bool
  private let colorsErrors: Bool
  private let showsProgress: Bool
  private let isQuiet: Bool
  private let bar = Mutex<String>("")
  private static let failure = Mutex<Int32>(0)

  /// The system's code of the first write of results that failed; 0 when all was written.
  static var failureOfOutput: Int32 { failure.withLock { $0 } }

  init(color: ColorMode, quiet: Bool, environment: [String: String]) {
    let forbidden = !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb"
    func colors(_ stream: Int32) -> Bool {
      switch color {
      case .always: true
      case .never: false
      case .auto: isatty(stream) == 1 && !forbidden
      }
    }
    colorsOutput = colors(STDOUT_FILENO)
    colorsErrors = colors(STDERR_FILENO)
    isQuiet = quiet
    showsProgress = !quiet && isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
  }

  /// Writes a result.
  func output(_ text: String) {
    clearProgress()
    Self.write(Array(text.utf8), to: STDOUT_FILENO)
  }

  /// Writes result bytes as they are.
  func output(bytes: [UInt8]) {
    clearProgress()
    Self.write(bytes, to: STDOUT_FILENO)
  }

  /// Writes one line about what went wrong.
  func problem(_ kind: String, _ message: String) {
    clearProgress()
    let head = colorsErrors ? "\u{1B}[31m\(kind):\u{1B}[0m" : "\(kind):"
    Self.write(Array("\(head) \(PrintableText.lines(message))\n".utf8), to: STDERR_FILENO)
  }

  /// Writes one line that helps, unless asked to be quiet.
  func hint(_ message: String) {
    guard !isQuiet else { return }
    clearProgress()
    Self.write(Array("\(PrintableText.line(message))\n".utf8), to: STDERR_FILENO)
  }

  /// Shows how far a phase has come, on a terminal only.
  func progress(_ phase: String, _ done: Int, of total: Int) {
    guard showsProgress, total > 0 else { return }
    let width = 24
    let filled = min(width, done * width / total)
    let line =
      "\(phase) [" + String(repeating: "=", count: filled)
      + String(repeating: " ", count: width - filled) + "] \(done)/\(total)"
    bar.withLock { shown in
      guard shown != line else { return }
      shown = line
      Self.write(Array("\r\u{1B}[K\(line)".utf8), to: STDERR_FILENO)
    }
  }

  /// Takes the progress bar away.
  func clearProgress() {
    guard showsProgress else { return }
    bar.withLock { shown in
      guard !shown.isEmpty else { return }
      shown = ""
      Self.write(Array("\r\u{1B}[K".utf8), to: STDERR_FILENO)
    }
  }

  /// A reader that has gone away ends the program as the shell expects: by SIGPIPE.
  private static func write(_ bytes: [UInt8], to stream: Int32) {
    bytes.withUnsafeBytes { buffer in
      var offset = 0
      while offset < buffer.count {
        let written = Foundation.write(
          stream, buffer.baseAddress?.advanced(by: offset), buffer.count - offset)
        if written < 0 {
          let code = errno
          if code == EINTR { continue }
          if stream == STDOUT_FILENO { failure.withLock { if $0 == 0 { $0 = code } } }
          return
        }
        offset += written
      }
    }
  }
}
