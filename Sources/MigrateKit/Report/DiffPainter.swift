/// Colours a unified diff as git does.
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
      result += line
      if color != nil { result += Array("\u{1B}[0m".utf8) }
      result.append(0x0A)
    }
    return result
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
