/// How forges without a field for it mark drafts: by what a title begins with.
struct DraftTitle: Sendable {
  /// What is written, such as `Draft: `.
  let prefix: String
  /// What is understood, in lower case.
  let marks: [String]

  /// Takes every mark away from a title, and tells whether there was one.
  func split(_ title: String) -> (title: String, isDraft: Bool) {
    var rest = title[...]
    var isDraft = false
    while true {
      let trimmed = rest.drop { $0.isWhitespace }
      guard let mark = marks.first(where: { trimmed.lowercased().hasPrefix($0) }) else { break }
      rest = trimmed.dropFirst(mark.count).drop { $0.isWhitespace }
      isDraft = true
    }
    return (String(rest), isDraft)
  }

  /// The title as it is sent.
  func title(_ title: String, isDraft: Bool) -> String {
    let plain = split(title).title
    return isDraft ? prefix + plain : plain
  }

  /// The title that a change asks for; nil when it leaves title and draft state alone.
  func title(of pull: PullRequest, after change: PullRequestChange) -> String? {
    guard change.title != nil || change.isDraft != nil else { return nil }
    return title(change.title ?? pull.title, isDraft: change.isDraft ?? pull.isDraft)
  }
}
