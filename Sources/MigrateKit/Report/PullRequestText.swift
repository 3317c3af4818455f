/// The bot's part of the text of a pull request: what changes on the new system and what stays, why,
/// where, what was left, how to review, to suppress and to undo.
struct PullRequestText {
  private let work: BotWork
  private let labels: BotLabels
  private let rows: Int

  /// Prepares a text.
  ///
  /// - Parameter rows: the most rows of each table or list.
  init(_ work: BotWork, labels: BotLabels, rows: Int) {
    self.work = work
    self.labels = labels
    self.rows = rows
  }

  private var recipe: Recipe { work.recipe.recipe }
  private var plan: RecipePlan { work.recipe.plan }

  /// The whole part.
  var text: String {
    [what, why, changes, left, review, undo].filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private var what: String {
    let systems =
      recipe.since.sorted { $0.key < $1.key }.map { "\($0.key.rawValue) \($0.value)" }
      .joined(separator: ", ")
    var lines = [MarkdownText.paragraphs(recipe.summary.isEmpty ? recipe.title : recipe.summary)]
    lines.append("")
    lines.append("- **From \(systems) on:** what is said above.")
    lines.append(
      recipe.changesOlderSystems
        ? "- **On earlier systems:** this recipe changes something there, too: look at both."
        : "- **On earlier systems:** nothing changes; every file was proved to be the same there.")
    return lines.joined(separator: "\n")
  }

  private var why: String {
    var lines: [String] = []
    if !recipe.commitBody.isEmpty { lines += [MarkdownText.paragraphs(recipe.commitBody), ""] }
    for reference in work.recipe.references where !reference.isEmpty {
      lines.append(
        reference.hasPrefix("https://")
          ? "- \(MarkdownText.link(reference))"
          : "- the guide's section “\(MarkdownText.plain(reference))”")
    }
    if lines.last?.isEmpty == true { lines.removeLast() }
    if lines.isEmpty { return "" }
    return "### Why\n\n" + lines.joined(separator: "\n")
  }

  private var changes: String {
    let files = plan.changes
    let added = files.reduce(0) { $0 + $1.added }
    let removed = files.reduce(0) { $0 + $1.removed }
    let safe = files.reduce(0) { $0 + ($1.resolved[.safe] ?? 0) }
    let review = files.reduce(0) { $0 + ($1.resolved[.review] ?? 0) }
    var lines = [
      "### Changes", "",
      "\(Self.count(files.count, "file")), +\(added) −\(removed); "
        + "\(Self.count(safe, "fix", "fixes")) that need no look, \(review) to review.",
      "", "| file | lines | fixes |", "|---|---|---|",
    ]
    for file in files.prefix(rows) {
      let fixes = file.resolved.values.reduce(0, +)
      lines.append(
        "| \(MarkdownText.codeCell(file.path)) | +\(file.added) −\(file.removed) | \(fixes) |")
    }
    if files.count > rows { lines.append("| and \(files.count - rows) more | | |") }
    return lines.joined(separator: "\n")
  }

  private var left: String {
    var lines: [String] = []
    var reasons: [String: [PlannedLeftSite]] = [:]
    for site in plan.left { reasons[site.reason, default: []].append(site) }
    for (reason, sites) in reasons.sorted(by: { $0.key < $1.key }).prefix(rows) {
      let places = sites.prefix(3).map { MarkdownReporter.code("\($0.path):\($0.start.line)") }
      let more = sites.count > 3 ? " and \(sites.count - 3) more" : ""
      lines.append(
        "- \(MarkdownReporter.code(reason)): \(places.joined(separator: ", "))\(more)")
    }
    if !reasons.isEmpty {
      let command = MarkdownReporter.code("migrate recipes show \(recipe.id)")
      lines.append("- What these reasons mean: \(command)")
    }
    let advice = plan.findings.filter { $0.finding.fix == nil && !$0.isSuppressed }
    for finding in advice.prefix(rows) {
      let place = MarkdownReporter.code("\(finding.path):\(finding.start.line)")
      lines.append("- \(place): \(MarkdownText.plain(finding.finding.message))")
    }
    if advice.count > rows { lines.append("- and \(advice.count - rows) more findings") }
    for skip in plan.skips.prefix(rows) {
      lines.append(
        "- \(MarkdownReporter.code(skip.path)) was not read: \(MarkdownReporter.code(skip.reason))")
    }
    if work.unit.declined > 0 {
      lines.append("- \(Self.count(work.unit.declined, "site")) that people declined before")
    }
    return lines.isEmpty ? "" : "### Left alone\n\n" + lines.joined(separator: "\n")
  }

  private var review: String {
    let toReview = plan.changes.filter { ($0.resolved[.review] ?? 0) > 0 }.map(\.path)
    var lines = ["### How to review", ""]
    if toReview.isEmpty {
      lines.append("- Every fix is of the kind that needs no look; the build is the test.")
    } else {
      let sites = sitesToReview
      for site in sites.prefix(min(rows, 20)) {
        let place = MarkdownReporter.code("\(site.path):\(site.start.line)")
        lines.append("- Look at \(place): \(MarkdownText.plain(site.finding.message))")
      }
      if sites.count > min(rows, 20) { lines.append("- and \(sites.count - min(rows, 20)) more") }
      let places = toReview.prefix(min(rows, 20)).map { MarkdownReporter.code($0) }
      lines.append(
        "- Taste decides in \(places.joined(separator: ", "))"
          + (toReview.count > places.count ? " and \(toReview.count - places.count) more." : "."))
    }
    lines.append(
      "- On a device or simulator with the new system, open the screens that these files show, in "
        + "light and dark, with larger text and with less transparency.")
    lines.append("- On the oldest system that the app supports, the same screens look as before.")
    return lines.joined(separator: "\n")
  }

  /// The sites whose fixes a person has to judge, by their lines before the change.
  private var sitesToReview: [PlannedFinding] {
    let changed = Set(plan.changes.map(\.path))
    return plan.findings.filter {
      $0.finding.safety == .review && $0.finding.fix != nil && !$0.isSuppressed
        && changed.contains($0.path) && work.unit.sites.contains($0.fingerprint)
    }
  }

  private var undo: String {
    let comment = MarkdownReporter.code("// migrate:ignore \(recipe.id) <reason>")
    let stop = MarkdownReporter.code(labels.stop)
    let current = MarkdownReporter.code(labels.keepCurrent)
    return """
      ### If you do not want it

      - A single site: put \(comment) on the line above it; the branch follows.
      - All of this: close the pull request, and these sites are not proposed again.
      - After merging: revert it, which counts as closing.
      - The label \(stop) stops the bot here, \(current) has it follow every move of the base. \
      Commits that you push stay: the bot then leaves the branch to you.
      """
  }

  private static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    number == 1 ? "1 \(one)" : "\(number) \(many ?? one + "s")"
  }
}
