/// Something the compiler said about a file.
public struct CompilerDiagnostic: Hashable, Sendable, CustomStringConvertible {
  /// How serious it is.
  public enum Severity: String, Hashable, Sendable {
    case error
    case warning
    case note
  }

  /// The path of the file as the caller named it; empty when the compiler names none.
  public var path: String
  /// The line, from 1; 0 when the compiler names none.
  public var line: Int
  /// The column, from 1, in UTF-8 bytes; 0 when the compiler names none.
  public var column: Int
  /// How serious it is.
  public var severity: Severity
  /// The words, on one line.
  public var message: String

  /// `path:line:column: severity: message`, the form of the Swift tools.
  public var description: String {
    let place = path.isEmpty ? "" : "\(path):\(line):\(column): "
    return "\(place)\(severity.rawValue): \(message)"
  }

  /// Whether it says that something is too new for the deployment target or absent on the
  /// platform.
  public var isAboutAvailability: Bool {
    severity == .error
      && (message.contains(" is only available in ") || message.contains(" is unavailable in "))
  }
}

extension CompilerDiagnostic {
  /// Reads what the compiler writes with `-diagnostic-style llvm`; other lines are passed over.
  static func all(in output: String) -> [CompilerDiagnostic] {
    output.split(separator: "\n").compactMap { CompilerDiagnostic(line: $0) }
  }

  /// Reads `path:line:column: severity: message` or `<unknown>:0: severity: message`.
  private init?(line text: Substring) {
    var found: (severity: Severity, range: Range<Substring.Index>)?
    for severity in [Severity.error, .warning, .note] {
      guard let range = text.firstRange(of: ": \(severity.rawValue): ") else { continue }
      if let earlier = found, earlier.range.lowerBound < range.lowerBound { continue }
      found = (severity, range)
    }
    guard let (severity, range) = found else { return nil }
    let parts = text[..<range.lowerBound].split(separator: ":", omittingEmptySubsequences: false)
    guard let last = parts.last.flatMap({ Int($0) }) else { return nil }
    let hasColumn = parts.count >= 3 && Int(parts[parts.count - 2]) != nil
    let place = parts.dropLast(hasColumn ? 2 : 1).joined(separator: ":")
    var message = String(text[range.upperBound...])
    if message.hasSuffix("]"), let group = message.range(of: " [#", options: .backwards) {
      message.removeSubrange(group.lowerBound...)
    }
    self.init(
      path: place == "<unknown>" ? "" : place,
      line: hasColumn ? Int(parts[parts.count - 2]) ?? 0 : last, column: hasColumn ? last : 0,
      severity: severity, message: message)
  }
}
