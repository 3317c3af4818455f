/// The checks of one case under one recipe.
struct CaseCheck {
  let entry: RecipeEntry
  let example: RecipeCase

  /// The files of the case as written, by path.
  var sources: [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for file in example.files { files[file.path] = file.source.bytes }
    return files
  }

  func failures() -> [CaseFailure] {
    var report = CaseReport(example)
    for name in example.options.keys.sorted() {
      let value = example.options[name] ?? ""
      guard let option = entry.options.first(where: { $0.name == name }) else {
        let hint = Spelling.hint(for: name, in: entry.options.map(\.name))
        report.fail("options", "the recipe has no option '\(name)'\(hint)")
        continue
      }
      if let objection = option.objection(to: value) {
        report.fail("options", "'\(name)' \(objection)")
      }
    }
    verify(.plain, &report)
    guard report.failures.isEmpty else { return report.failures }
    for variation in CaseVariation.all.dropFirst() { verify(variation, &report) }
    verifySettled(&report)
    verifyInert(&report)
    verifySuppressed(&report)
    verifyNeedles(&report)
    return report.failures
  }

  // MARK: Running

  func run(_ files: [String: [UInt8]], recipe: Recipe? = nil) -> RecipePlan {
    var recipe = recipe ?? entry.recipe
    recipe.options.merge(example.options) { $1 }
    var platforms: [String: FilePlatforms] = [:]
    for file in example.files { platforms[file.path] = file.platforms }
    let known = platforms
    let engine = Engine(
      Engine.Request(
        recipes: [recipe], platforms: { known[$0] ?? .unknown }, gateStyle: example.gateStyle))
    do {
      let plan = try engine.plan(for: InMemoryProject(files))
      if let result = plan.recipes.first { return result }
    } catch {
      return failed(recipe, "\(error)")
    }
    return failed(recipe, "the engine returned no plan")
  }

  private func failed(_ recipe: Recipe, _ detail: String) -> RecipePlan {
    RecipePlan(
      id: recipe.id, version: recipe.version, title: recipe.title,
      skips: [Skip(path: "", reason: "failed", detail: detail)])
  }

  // MARK: Exact checks

  /// Rewrites every file of the case and expects the same findings and the rewritten results.
  private func verify(_ variation: CaseVariation, _ report: inout CaseReport) {
    var files = sources
    var expected: [(file: CaseFile, source: MarkedText, result: String)] = []
    for file in example.files {
      guard file.role != .file, variation.applies(to: file.format),
        let (source, result) = variation.rewrite(file.source, file.expected)
      else {
        if file.role == .file || variation.name == CaseVariation.plain.name {
          expected.append((file, file.source, file.expected))
        }
        continue
      }
      files[file.path] = source.bytes
      expected.append((file, source, result))
    }
    guard expected.contains(where: { $0.file.role != .file }) else { return }
    let plan = run(files)
    report.noSkips(of: plan, variation.name)
    for (file, source, result) in expected {
      report.findings(of: plan, in: file, at: source, variation.name)
      let actual =
        plan.changes.first { $0.path == file.path }?.updated ?? files[file.path] ?? []
      let wanted = Array(result.utf8)
      let isSame =
        variation.isExact
        ? actual == wanted : Self.withoutCondition(actual) == Self.withoutCondition(wanted)
      if !isSame {
        let difference = LineDifference(expected: wanted, actual: actual)
        report.fail(
          variation.name, "'\(file.path)' comes out wrong (- expected, + actual):\n\(difference)")
      }
    }
  }

  /// The lines without the condition around the case and without blank ones.
  private static func withoutCondition(_ bytes: [UInt8]) -> [Substring] {
    MarkedText.lines(of: String(decoding: bytes, as: UTF8.self)).filter { line in
      !CaseVariation.conditionLines.contains(String(line)) && !line.allSatisfy(\.isWhitespace)
    }
  }

  // MARK: Derived checks

  /// Runs the recipe on the results, where nothing may be left to do.
  private func verifySettled(_ report: inout CaseReport) {
    var files = sources
    for file in example.files { files[file.path] = Array(file.expected.utf8) }
    let plan = run(files)
    report.noSkips(of: plan, "run again")
    for change in plan.changes {
      let difference = LineDifference(expected: change.original, actual: change.updated)
      report.fail("run again", "'\(change.path)' changes a second time:\n\(difference)")
    }
    for finding in plan.findings where finding.finding.fix != nil {
      report.fail("run again", "still finds \(CaseReport.words(for: finding))")
    }
  }

  /// Puts each file into a comment and a string literal, where nothing may be found.
  private func verifyInert(_ report: inout CaseReport) {
    for file in example.files where file.role != .file && file.format == .swift {
      var texts = [("in a comment", CaseVariation.comment(file.source))]
      if let literal = CaseVariation.literal(file.source) {
        texts.append(("in a string literal", literal))
      }
      for (name, text) in texts {
        var files = sources
        files[file.path] = Array(text.utf8)
        let plan = run(files)
        for finding in plan.findings where finding.path == file.path {
          report.fail(name, "finds \(CaseReport.words(for: finding))")
        }
        for site in plan.left where site.path == file.path {
          report.fail(name, "looks at line \(site.start.line) and leaves it as '\(site.reason)'")
        }
      }
    }
  }

  /// Asks for silence, above each site and for each file.
  private func verifySuppressed(_ report: inout CaseReport) {
    let id = entry.recipe.id
    for file in example.files where !file.source.markers.isEmpty && file.format == .swift {
      let texts = [
        ("under 'migrate:ignore'", CaseVariation.suppressed(file.source, id: id)),
        ("under 'migrate:ignore-file'", "// migrate:ignore-file \(id) as asked\n" + file.before),
      ]
      for (name, text) in texts {
        var files = sources
        files[file.path] = Array(text.utf8)
        let plan = run(files)
        for finding in plan.findings where finding.path == file.path && !finding.isSuppressed {
          report.fail(name, "is not silent: \(CaseReport.words(for: finding))")
        }
        if let change = plan.changes.first(where: { $0.path == file.path }) {
          let difference = LineDifference(expected: change.original, actual: change.updated)
          report.fail(name, "'\(change.path)' changes all the same:\n\(difference)")
        }
      }
    }
  }

  /// Expects no findings in files without needles but those that the engine reaches through facts.
  private func verifyNeedles(_ report: inout CaseReport) {
    let name = "before parsing"
    let needles = entry.recipe.needles
    var unfiltered = entry.recipe
    unfiltered.forgetNeedles()
    for file in example.files where file.role != .file {
      // A file that the engine reached through facts, without any needle, has shown itself.
      guard Self.satisfies(file.source.bytes, needles) else { continue }
      for position in 0..<3 {
        guard
          let text = Self.breaking(needles, in: file.source.bytes, position: position)
        else { continue }
        var files = sources
        files[file.path] = text
        let plan = run(files, recipe: unfiltered)
        let filtered = Set(run(files).findings.filter { $0.path == file.path }.map(\.fingerprint))
        for finding in plan.findings
        where finding.path == file.path && !filtered.contains(finding.fingerprint) {
          report.fail(
            name,
            "needles hide a site, for without them the rule finds \(CaseReport.words(for: finding))"
          )
        }
      }
    }
  }

  private static func satisfies(_ bytes: [UInt8], _ needles: Needles) -> Bool {
    Prefilter([needles]).hits(in: bytes).satisfy(needles)
  }

  /// The bytes with one string of every satisfied alternative broken by another letter, so that
  /// no alternative is satisfied; nil where none can be broken.
  private static func breaking(
    _ needles: Needles, in bytes: [UInt8], position: Int
  ) -> [UInt8]? {
    var bytes = bytes
    for _ in 0..<needles.alternatives.count + 1 {
      let hits = Prefilter([needles]).hits(in: bytes)
      guard let met = needles.alternatives.first(where: { hits.satisfy(needles.only($0)) }) else {
        return bytes
      }
      let breakable = met.filter { $0.utf8.contains(where: isLetter) }
      guard let needle = breakable.dropFirst(position).first ?? breakable.last else { return nil }
      bytes = replacing(Array(needle.utf8), in: bytes)
    }
    return satisfies(bytes, needles) ? nil : bytes
  }

  private static func replacing(_ needle: [UInt8], in bytes: [UInt8]) -> [UInt8] {
    guard let letter = needle.lastIndex(where: isLetter) else { return bytes }
    var bytes = bytes
    var index = 0
    while index + needle.count <= bytes.count {
      if bytes[index..<(index + needle.count)].elementsEqual(needle) {
        bytes[index + letter] = bytes[index + letter] == 0x7A ? 0x71 : 0x7A
      }
      index += 1
    }
    return bytes
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte)
  }
}

extension Recipe {
  fileprivate mutating func forgetNeedles() {
    rules = rules.map { UnfilteredRule(rule: $0) }
    for index in members.indices { members[index].forgetNeedles() }
  }
}

/// A rule that is asked about every file.
private struct UnfilteredRule: Rule {
  let rule: any Rule
  var id: String { rule.id }
  var needles: Needles { Needles([[]]) }
  var collectors: [any FactCollector] { rule.collectors }
  var readsOtherFormats: Bool { rule.readsOtherFormats }
  func reads(_ path: String) -> Bool { rule.reads(path) }
  func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    rule.check(file, in: context)
  }
}
