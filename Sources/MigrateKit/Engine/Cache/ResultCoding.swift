extension ByteWriter {
  mutating func put(_ fact: Fact) {
    put(fact.kind)
    put(fact.subject)
    put(fact.object)
    put(fact.path)
  }

  /// The bytes of the original file are left out: whoever reads the result has them.
  mutating func put(_ result: FilePass.Result) {
    put(result.findings) { $0.put($1) }
    put(result.left) { $0.put($1) }
    put(result.change.map { [$0] } ?? []) { $0.put($1) }
    put(result.skips) { $0.put($1) }
  }

  mutating func put(_ plan: RecipePlan) {
    put(plan.findings) { $0.put($1) }
    put(plan.left) { $0.put($1) }
    put(plan.changes) { $0.put($1) }
    put(plan.skips) { $0.put($1) }
    put(plan.members) { writer, member in
      writer.put(member.id)
      writer.put(member.version)
      writer.put(member.title)
      writer.put(member.files)
    }
  }

  mutating func put(_ skip: Skip) {
    put(skip.path)
    put(skip.reason)
    put(skip.detail)
    put(skip.isFault)
  }

  private mutating func put(_ position: LinePosition) {
    put(position.line)
    put(position.column)
  }

  private mutating func put(_ range: ByteRange) {
    put(range.lowerBound)
    put(range.upperBound)
  }

  private mutating func put(_ planned: PlannedFinding) {
    let finding = planned.finding
    put(planned.path)
    put(planned.start)
    put(planned.end)
    put(finding.rule)
    put(finding.byteRange)
    put(finding.message)
    put(finding.level.rawValue)
    put(finding.safety.rawValue)
    put(finding.fix.map { [$0] } ?? []) { writer, fix in
      writer.put(fix.edits) { writer, edit in
        writer.put(edit.byteRange)
        writer.put(edit.text)
      }
    }
    put(planned.fingerprint)
    put(planned.isSuppressed)
    put(planned.member ?? "")
  }

  private mutating func put(_ site: PlannedLeftSite) {
    put(site.path)
    put(site.start)
    put(site.reason)
    put(site.member ?? "")
  }

  private mutating func put(_ change: FileChange) {
    put(change.path)
    put(change.updated)
    put(change.added)
    put(change.removed)
    put(change.resolved.sorted { $0.key < $1.key }) { writer, entry in
      writer.put(entry.key.rawValue)
      writer.put(entry.value)
    }
  }
}

extension ByteReader {
  mutating func fact() throws(CacheDamage) -> Fact {
    Fact(try text(), try text(), try text(), path: try text())
  }

  /// - Parameter original: the bytes of the file that the result is of.
  mutating func result(original: [UInt8]) throws(CacheDamage) -> FilePass.Result {
    var result = FilePass.Result()
    result.findings = try list { (reader) throws(CacheDamage) in try reader.finding() }
    result.left = try list { (reader) throws(CacheDamage) in try reader.leftSite() }
    result.change = try list { (reader) throws(CacheDamage) in
      try reader.change { _ in original }
    }.first
    result.skips = try list { (reader) throws(CacheDamage) in try reader.skip() }
    return result
  }

  /// - Parameter original: gives the bytes of a file before its change.
  mutating func recipePlan(
    of recipe: Recipe, original: (String) throws(CacheDamage) -> [UInt8]
  ) throws(CacheDamage) -> RecipePlan {
    RecipePlan(
      id: recipe.id, version: recipe.version, title: recipe.title,
      findings: try list { (reader) throws(CacheDamage) in try reader.finding() },
      left: try list { (reader) throws(CacheDamage) in try reader.leftSite() },
      changes: try list { (reader) throws(CacheDamage) in try reader.change(original) },
      skips: try list { (reader) throws(CacheDamage) in try reader.skip() },
      members: try list { (reader) throws(CacheDamage) in
        MemberPlan(
          id: try reader.text(), version: try reader.number(), title: try reader.text(),
          files: try reader.number())
      })
  }

  mutating func skip() throws(CacheDamage) -> Skip {
    Skip(path: try text(), reason: try text(), detail: try text(), isFault: try flag())
  }

  private mutating func position() throws(CacheDamage) -> LinePosition {
    LinePosition(line: try number(), column: try number())
  }

  private mutating func range() throws(CacheDamage) -> ByteRange {
    ByteRange(try number(), try number())
  }

  private mutating func choice<Choice: RawRepresentable<String>>(
    _: Choice.Type
  ) throws(CacheDamage) -> Choice {
    guard let choice = Choice(rawValue: try text()) else { throw CacheDamage() }
    return choice
  }

  private mutating func finding() throws(CacheDamage) -> PlannedFinding {
    let path = try text()
    let start = try position()
    let end = try position()
    let rule = try text()
    let place = try range()
    let message = try text()
    let level = try choice(FindingLevel.self)
    let safety = try choice(Safety.self)
    let fix = try list { (reader) throws(CacheDamage) in
      Fix(
        try reader.list { (reader) throws(CacheDamage) in
          Edit(try reader.range(), try reader.text())
        })
    }.first
    var planned = PlannedFinding(
      path: path, start: start, end: end,
      finding: Finding(
        rule: rule, at: place, message: message, level: level, safety: safety, fix: fix),
      fingerprint: try text(), isSuppressed: try flag())
    let member = try text()
    planned.member = member.isEmpty ? nil : member
    return planned
  }

  private mutating func leftSite() throws(CacheDamage) -> PlannedLeftSite {
    var site = PlannedLeftSite(path: try text(), start: try position(), reason: try text())
    let member = try text()
    site.member = member.isEmpty ? nil : member
    return site
  }

  private mutating func change(
    _ original: (String) throws(CacheDamage) -> [UInt8]
  ) throws(CacheDamage) -> FileChange {
    let path = try text()
    let updated = try data()
    let added = try number()
    let removed = try number()
    var resolved: [Safety: Int] = [:]
    for (safety, count) in try list({ (reader) throws(CacheDamage) in
      (try reader.choice(Safety.self), try reader.number())
    }) {
      resolved[safety] = count
    }
    return FileChange(
      path: path, original: try original(path), updated: updated, added: added, removed: removed,
      resolved: resolved)
  }
}
