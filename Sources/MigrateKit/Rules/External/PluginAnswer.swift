/// Checks what a plugin says of one file, and turns it into what a rule says.
struct PluginAnswer {
  /// The most characters of a message.
  private static let messageLimit = 1_000
  /// The most bytes of the code of a replacement.
  private static let codeLimit = 64 << 10
  /// The most characters of a reason code.
  private static let reasonLimit = 60

  let rule: String
  let file: ParsedFile
  let context: RuleContext
  let limits: PluginLimits

  private var source: SourceFile { file.source }

  /// The answer in the form of a built-in rule's.
  func output(_ answer: PluginFindings) throws(PluginFault) -> RuleOutput {
    guard answer.findings.count <= limits.findings,
      (answer.left?.count ?? 0) <= limits.findings
    else {
      throw PluginFault(.tooLarge, "has more than \(limits.findings) findings in the file")
    }
    var output = RuleOutput()
    for (index, entry) in answer.findings.enumerated() {
      try add(entry, "findings[\(index)]", to: &output)
    }
    for (index, entry) in (answer.left ?? []).enumerated() {
      let name = "left[\(index)]"
      guard Self.isReason(entry.reason) else {
        throw PluginFault(
          .badFinding,
          "'\(name).reason' must be a word in lower camel case, such as 'notAStatement'")
      }
      output.left.append(
        LeftSite(at: try range(entry.byteRange, "\(name).byteRange"), reason: entry.reason))
    }
    return output
  }

  private func add(
    _ entry: PluginFindings.Entry, _ name: String, to output: inout RuleOutput
  ) throws(PluginFault) {
    let range = try range(entry.byteRange, "\(name).byteRange")
    guard let replacement = entry.replace else {
      output.findings.append(try finding(entry, name, at: range, try fix(entry.edits ?? [], name)))
      return
    }
    guard entry.edits == nil else {
      throw PluginFault(.badFinding, "'\(name)' has 'edits' and 'replace'; make it one of them")
    }
    switch try outcome(of: replacement, "\(name).replace") {
    case .fix(let edits):
      output.findings.append(try finding(entry, name, at: range, Fix(edits)))
    case .left(let reason): output.left.append(LeftSite(at: range, reason: reason))
    case .none: break
    }
  }

  private func outcome(
    of replacement: PluginFindings.Replacement, _ name: String
  ) throws(PluginFault) -> PluginReplacement.Outcome {
    let standard = PatternAction.GateForm.statement
    guard let gate = PatternAction.GateForm(rawValue: replacement.gate ?? standard.rawValue) else {
      throw PluginFault(.badFinding, "'\(name).gate' must be 'statement' or 'view'")
    }
    let range = try range(replacement.byteRange, "\(name).byteRange")
    guard replacement.since.utf8.count <= Self.codeLimit,
      SyntaxNesting.isBounded(Array(replacement.since.utf8))
    else {
      throw PluginFault(.badFinding, "'\(name).since' is longer or deeper than code is read")
    }
    do {
      return try PluginReplacement(rule: rule, file: file, context: context)
        .outcome(at: range, since: replacement.since, gate: gate)
    } catch {
      throw PluginFault(.badFinding, "'\(name)': \(error.message)")
    }
  }

  private func finding(
    _ entry: PluginFindings.Entry, _ name: String, at range: ByteRange, _ fix: Fix?
  ) throws(PluginFault) -> Finding {
    let isLine = !entry.message.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
    guard !entry.message.isEmpty, isLine, entry.message.count <= Self.messageLimit else {
      throw PluginFault(
        .badFinding, "'\(name).message' must be one line of 1 to \(Self.messageLimit) characters")
    }
    guard let level = FindingLevel(rawValue: entry.level ?? FindingLevel.warning.rawValue) else {
      throw PluginFault(.badFinding, "'\(name).level' must be 'note', 'warning' or 'error'")
    }
    let standard: Safety = fix == nil ? .advice : .review
    guard let safety = Safety(rawValue: entry.safety ?? standard.rawValue),
      (safety == .advice) == (fix == nil)
    else {
      throw PluginFault(
        .badFinding,
        "'\(name).safety' must be 'safe' or 'review' with edits, and 'advice' without")
    }
    return Finding(
      rule: rule, at: range, message: entry.message, level: level, safety: safety, fix: fix)
  }

  private func fix(
    _ changes: [PluginFindings.Change], _ name: String
  ) throws(PluginFault) -> Fix? {
    guard !changes.isEmpty else { return nil }
    var edits: [Edit] = []
    for (index, change) in changes.enumerated() {
      guard !change.text.utf8.contains(0) else {
        throw PluginFault(.badFinding, "'\(name).edits[\(index)].text' holds a NUL character")
      }
      edits.append(
        Edit(try range(change.byteRange, "\(name).edits[\(index)].byteRange"), change.text))
    }
    var set = EditSet()
    guard set.insert(edits) else {
      throw PluginFault(.badFinding, "'\(name).edits' overlap; make them one edit")
    }
    return Fix(edits)
  }

  private func range(_ numbers: [Int], _ name: String) throws(PluginFault) -> ByteRange {
    let bytes = source.bytes
    guard numbers.count == 2, numbers[0] >= 0, numbers[0] <= numbers[1],
      numbers[1] <= bytes.count
    else {
      throw PluginFault(
        .badFinding,
        "'\(name)' must be two byte offsets in order, from 0 to the file's \(bytes.count)")
    }
    for offset in numbers where offset < bytes.count && bytes[offset] & 0xC0 == 0x80 {
      throw PluginFault(
        .badFinding, "'\(name)': byte \(offset) is inside a character; offsets count UTF-8 bytes")
    }
    return ByteRange(numbers[0], numbers[1])
  }

  private static func isReason(_ text: String) -> Bool {
    guard let first = text.utf8.first, (0x61...0x7A).contains(first) else { return false }
    return text.utf8.count <= reasonLimit
      && text.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || (0x30...0x39).contains($0)
      }
  }
}
