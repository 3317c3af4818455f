/// Writes what a scan found for a person at a terminal.
public struct TextReporter: Sendable {
  private let style: Style
  private let isVerbose: Bool

  /// Makes a reporter; a verbose one lists the sites left alone.
  public init(style: Style, isVerbose: Bool = false) {
    self.style = style
    self.isVerbose = isVerbose
  }

  /// The line above the text for one of several repositories.
  public func heading(_ repository: String) -> String {
    style.bold("== \(PrintableText.line(repository))") + "\n"
  }

  /// The text for a document.
  public func text(for document: ScanDocument) -> String {
    let isAlone = document.recipes.count == 1
    let idle = document.recipes.filter { !isAlone && isIdle($0) }.map(\.id)
    var parts = document.recipes.filter { isAlone || !isIdle($0) }.map(section)
    if !idle.isEmpty {
      parts.append(style.dim("nothing to do: \(idle.joined(separator: ", "))") + "\n")
    }
    return parts.joined(separator: "\n") + footer(document)
  }

  /// Whether there is nothing to say of a recipe among others.
  private func isIdle(_ recipe: ScanDocument.RecipeEntry) -> Bool {
    recipe.findings.isEmpty && recipe.left.isEmpty && recipe.changes.isEmpty
      && !recipe.skips.contains { isVerbose || Self.isNotable($0) }
  }

  private func section(_ recipe: ScanDocument.RecipeEntry) -> String {
    var lines = ["\(style.bold(recipe.id))  \(PrintableText.line(recipe.title))"]
    for finding in recipe.findings where isVerbose || !finding.suppressed {
      lines.append("  " + line(finding))
    }
    if isVerbose {
      for site in recipe.left {
        let place = "\(PrintableText.line(site.path)):\(site.line):\(site.column):"
        let member = site.member.map { " [\($0)]" } ?? ""
        lines.append("  " + style.dim("\(place) left: \(site.reason)\(member)"))
      }
    }
    for skip in recipe.skips where isVerbose || Self.isNotable(skip) {
      let state = "\(style.yellow("skipped")): \(skip.reason)"
      let detail = skip.detail.isEmpty ? "" : ": \(PrintableText.line(skip.detail))"
      lines.append("  \(PrintableText.line(skip.path)): \(state)\(detail)")
    }
    lines.append("  " + style.dim(summary(recipe)))
    return lines.joined(separator: "\n") + "\n"
  }

  private static func isNotable(_ skip: ScanDocument.SkipEntry) -> Bool {
    !["symlink", "submodule", "lfsPointer", "missing", "filtered"].contains(skip.reason)
  }

  private func line(_ finding: ScanDocument.FindingEntry) -> String {
    let place = "\(PrintableText.line(finding.path)):\(finding.line):\(finding.column):"
    let message = PrintableText.line(finding.message)
    let level =
      switch finding.level {
      case .error: style.red("error:")
      case .warning: style.yellow("warning:")
      case .note: style.cyan("note:")
      }
    var state = finding.safety.rawValue
    if finding.suppressed { state = "suppressed" }
    if let member = finding.member { state = "\(member), \(state)" }
    return "\(place) \(level) \(message) \(style.dim("[\(state)]"))"
  }

  private func summary(_ recipe: ScanDocument.RecipeEntry) -> String {
    let open = recipe.findings.filter { !$0.suppressed }
    var parts: [String] = []
    for safety in [Safety.safe, .review, .advice] {
      let count = open.count { $0.safety == safety }
      if count > 0 { parts.append("\(count) \(safety.rawValue)") }
    }
    let suppressed = recipe.findings.count - open.count
    if suppressed > 0 { parts.append("\(suppressed) suppressed") }
    var text = parts.isEmpty ? "nothing to do" : parts.joined(separator: ", ")
    if !recipe.changes.isEmpty {
      let added = recipe.changes.reduce(0) { $0 + $1.added }
      let removed = recipe.changes.reduce(0) { $0 + $1.removed }
      text += "; would change \(Self.count(recipe.changes.count, "file")) (+\(added) -\(removed))"
    }
    if !recipe.left.isEmpty {
      let reasons = Dictionary(grouping: recipe.left, by: \.reason).mapValues(\.count)
        .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
      text += "; left alone: \(reasons)"
    }
    return text
  }

  private func footer(_ document: ScanDocument) -> String {
    let files = document.files
    return "\n"
      + style.dim(
        "looked at \(Self.count(files.considered, "Swift file")), parsed \(files.matched)") + "\n"
  }

  /// A number with its noun, in the plural where needed.
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
