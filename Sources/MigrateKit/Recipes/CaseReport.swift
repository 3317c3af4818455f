/// Collects what is wrong with one case.
struct CaseReport {
  private let example: RecipeCase
  private(set) var failures: [CaseFailure] = []

  init(_ example: RecipeCase) {
    self.example = example
  }

  mutating func fail(_ check: String, _ detail: String) {
    failures.append(
      CaseFailure(
        document: example.document, line: example.line, title: example.title, check: check,
        detail: detail))
  }

  /// Expects that every file was done.
  mutating func noSkips(of plan: RecipePlan, _ check: String) {
    for skip in plan.skips {
      fail(check, "'\(skip.path)' is not done, \(skip.reason): \(skip.detail)")
    }
  }

  /// Expects the findings of a file at its markers, with its safeties, and its left sites.
  mutating func findings(
    of plan: RecipePlan, in file: CaseFile, at source: MarkedText, _ check: String
  ) {
    let found = plan.findings.filter { $0.path == file.path }
    let lines = LineIndex(source.bytes)
    var unmet = found
    for (index, marker) in source.markers.enumerated() {
      let position = lines.position(of: marker)
      if let match = unmet.firstIndex(where: { $0.finding.byteRange.lowerBound == marker }) {
        let finding = unmet.remove(at: match)
        verify(finding, number: index, of: file, check)
      } else {
        fail(
          check,
          "nothing is found at marker \(source.numbers[index]) (line \(position.line),"
            + " column \(position.column) of '\(file.path)')\(Self.reason(plan, file, position))")
      }
    }
    for finding in unmet { fail(check, "no marker is at \(Self.words(for: finding))") }
    let left = plan.left.filter { $0.path == file.path }
    if left.map(\.reason).sorted() != file.left.sorted() {
      let words = left.map { "\($0.reason) (line \($0.start.line))" }.joined(separator: ", ")
      fail(
        check,
        "'\(file.path)' should leave sites for [\(file.left.joined(separator: ", "))], but"
          + " leaves [\(words)]")
    }
  }

  private mutating func verify(
    _ finding: PlannedFinding, number: Int, of file: CaseFile, _ check: String
  ) {
    let safety = finding.finding.safety
    let wanted: Safety =
      if file.safety.count > 1 {
        number < file.safety.count ? file.safety[number] : .safe
      } else if file.role == .unchanged {
        file.safety.first ?? .advice
      } else {
        safety == .advice ? .advice : file.safety.first ?? .safe
      }
    if safety != wanted {
      fail(
        check,
        "marker \(number + 1) of '\(file.path)' is '\(safety.rawValue)', not"
          + " '\(wanted.rawValue)': \(Self.words(for: finding))")
    }
    let message = finding.finding.message
    if message.first?.isUppercase == true || message.hasSuffix(".") || message.isEmpty {
      fail(check, "a message starts in lowercase and has no final stop: \"\(message)\"")
    }
  }

  /// Why nothing is found at a place, where the rules say so.
  private static func reason(
    _ plan: RecipePlan, _ file: CaseFile, _ position: LinePosition
  ) -> String {
    let site = plan.left.first { $0.path == file.path && $0.start.line == position.line }
    return site.map { "; the site on that line is left as '\($0.reason)'" } ?? ""
  }

  /// A finding's place and message.
  static func words(for finding: PlannedFinding) -> String {
    "\(finding.path):\(finding.start.line):\(finding.start.column): \(finding.finding.message)"
      + " [\(finding.finding.rule)]"
  }
}
