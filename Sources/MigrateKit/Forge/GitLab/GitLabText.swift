/// Texts for GitLab, which obeys lines such as `/close` or `/merge` in descriptions and notes.
enum GitLabText {
  /// The text with a backslash before every slash that begins a line and a word.
  ///
  /// Code is no exception: GitLab does not look for fences as Markdown does.
  static func inert(_ text: String) -> String {
    lines(text) { backslashes, rest in (backslashes + "\\", rest) }
  }

  /// The text that was made inert.
  static func original(_ text: String) -> String {
    lines(text) { backslashes, rest in (backslashes.dropLast() + "", rest) }
  }

  private static func lines(
    _ text: String, _ change: (String, Substring) -> (String, Substring)
  ) -> String {
    guard text.contains("/") else { return text }
    return text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .map { line in
        let spaces = line.prefix { $0.isWhitespace }
        let backslashes = line[spaces.endIndex...].prefix { $0 == "\\" }
        let rest = line[backslashes.endIndex...]
        guard rest.hasPrefix("/"), rest.dropFirst().first?.isLetter == true else {
          return String(line)
        }
        let (first, second) = change(String(backslashes), rest)
        return spaces + first + second
      }.joined(separator: "\n")
  }
}
