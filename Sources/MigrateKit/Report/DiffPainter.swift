/// Colours a unified diff as git does, for a person to read: what could drive the terminal or
/// reorder the text is shown as escapes.
public enum DiffPainter {
  /// The diff with colours, or as it is.
  public static func paint(_ diff: [UInt8], style: Style) -> [UInt8] {
    guard style.isColored else { return diff }
    var result: [UInt8] = []
    result.reserveCapacity(diff.count + diff.count / 4)
    for line in diff.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast(
      diff.last == 0x0A ? 1 : 0)
    {
      let color = color(of: line)
      if let color { result += Array("\u{1B}[\(color)m".utf8) }
      result += printable(line)
      if color != nil { result += Array("\u{1B}[0m".utf8) }
      result.append(0x0A)
    }
    return result
  }

  private static func printable(_ line: ArraySlice<UInt8>) -> [UInt8] {
    let isPlain = line.allSatisfy { $0 == 0x09 || (0x20..<0x7F).contains($0) }
    if isPlain { return Array(line) }
    // The line ending of the file is not part of the text.
    let hasReturn = line.last == 0x0D
    let text = String(decoding: hasReturn ? line.dropLast() : line, as: UTF8.self)
    return Array(PrintableText.line(text).utf8) + (hasReturn ? [0x0D] : [])
  }

  private static func color(of line: ArraySlice<UInt8>) -> String? {
    func starts(_ text: String) -> Bool { line.starts(with: Array(text.utf8)) }
    if starts("diff ") || starts("index ") || starts("--- ") || starts("+++ ") { return "1" }
    if starts("@@") { return "36" }
    if starts("+") { return "32" }
    if starts("-") { return "31" }
    return nil
  }
}
