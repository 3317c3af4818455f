import SwiftSyntax

/// Turns the description of what a rule looks for into a specification.
struct MatchCompiler {
  /// The version of each platform that the recipe adapts to.
  let since: [Platform: PlatformVersion]
  /// The matches that others may name.
  let parts: [NamedValue<Located<PatternRuleManifest.Match>>]
  /// The names of those that are being compiled, from the outermost on.
  private var pending: [String] = []

  init(
    since: [Platform: PlatformVersion], parts: [NamedValue<Located<PatternRuleManifest.Match>>]
  ) {
    self.since = since
    self.parts = parts
  }

  private typealias Source = PatternRuleManifest.Match

  /// The specification; what cannot be used is reported and left out.
  ///
  /// - Parameters:
  ///   - name: the path of keys to the match.
  ///   - outer: the placeholders that have code already where the match is tried.
  mutating func specification(
    _ source: PatternRuleManifest.Match, named name: String, at start: LinePosition,
    around outer: Set<String>, isRelation: Bool = false, _ problems: inout ProblemCollector
  ) -> MatchSpecification {
    var result = MatchSpecification()
    if source.patterns.count > 1 {
      let keys = source.patterns.map { "'\($0.category.rawValue)'" }.joined(separator: " and ")
      problems.report(
        "'\(name)' has \(keys); keep one, or put each under 'any'",
        at: source.patterns[1].text.start)
    }
    if let (category, text) = source.patterns.first {
      do throws(PatternProblem) {
        result.pattern = try Pattern(text.value, as: category)
      } catch {
        let key = name + "." + category.rawValue
        problems.report(
          "'\(key)' cannot be used: \(error.message)", at: text.position(of: error.offset))
      }
    }
    func known() -> Set<String> { outer.union(result.names) }
    func parts(
      _ list: [Located<PatternRuleManifest.Match>], _ key: String
    ) -> [MatchSpecification] {
      var names = known()
      return list.map { entry in
        let part = specification(
          entry.value, named: name + "." + key, at: entry.start, around: names,
          isRelation: Self.relations.contains(key), &problems)
        if key == "all" { names.formUnion(part.names) }
        return part
      }
    }
    let all = parts(source.all, "all")
    if !all.isEmpty { result.constraints.append(.all(all)) }
    let any = parts(source.any, "any")
    if !any.isEmpty { result.constraints.append(.any(any)) }
    result.constraints += parts(source.inside, "inside").map { .inside($0) }
    result.constraints += parts(source.has, "has").map { .has($0) }
    result.constraints += parts(source.follows, "follows").map { .follows($0) }
    result.constraints += parts(source.precedes, "precedes").map { .precedes($0) }
    let named = source.parts.compactMap { part($0, around: known(), &problems) }
    if !named.isEmpty { result.constraints.append(.all(named)) }
    result.constraints += availability(source, named: name, &problems)
    for condition in source.conditions {
      result.constraints += conditions(condition, known: known(), &problems)
    }
    result.constraints += parts(source.not, "not").map { .not($0) }
    if let stop = source.stopBy {
      result.stop = self.stop(
        stop, named: name, isRelation: isRelation, around: known(), &problems)
    }
    if result.pattern == nil, result.constraints.isEmpty, source.patterns.isEmpty,
      !problems.hasProblem(near: start)
    {
      problems.report("'\(name)' is empty; say what is looked for", at: start)
    }
    return result
  }

  // MARK: Parts and limits

  private static let relations = ["inside", "has", "follows", "precedes"]

  /// A match that the recipe has under a name.
  private mutating func part(
    _ name: Located<String>, around outer: Set<String>, _ problems: inout ProblemCollector
  ) -> MatchSpecification? {
    guard let part = parts.first(where: { $0.name == name.value }) else {
      let names = parts.map(\.name)
      let hint = Spelling.hint(for: name.value, in: names)
      let known = names.map { "'\($0)'" }.joined(separator: ", ")
      problems.report(
        "there is no part '\(name.value)'"
          + (!hint.isEmpty
            ? hint : names.isEmpty ? "; the recipe has no 'parts'" : "; parts are \(known)"),
        at: name.start)
      return nil
    }
    guard !pending.contains(part.name) else {
      problems.report(
        "part '\(part.name)' is made of itself; take it out of 'matches'", at: name.start)
      return nil
    }
    pending.append(part.name)
    defer { pending.removeLast() }
    return specification(
      part.value.value, named: "parts." + part.name, at: part.value.start, around: outer, &problems)
  }

  private mutating func stop(
    _ source: Located<PatternRuleManifest.StopBy>, named name: String, isRelation: Bool,
    around outer: Set<String>, _ problems: inout ProblemCollector
  ) -> SearchLimit? {
    guard isRelation else {
      problems.report(
        "'\(name).stop-by' limits nothing; it stands under 'inside', 'has', 'follows' or 'precedes'",
        at: source.start)
      return nil
    }
    switch source.value {
    case .neighbor: return .neighbor
    case .match(let match):
      return .match(
        specification(
          match.value, named: name + ".stop-by", at: match.start, around: outer, &problems))
    }
  }

  // MARK: Constraints

  private func availability(
    _ source: PatternRuleManifest.Match, named name: String, _ problems: inout ProblemCollector
  ) -> [MatchConstraint] {
    var result: [MatchConstraint] = []
    let below = source.below.map { versions($0, named: name + ".below", &problems) } ?? [:]
    let atLeast = source.atLeast.map { versions($0, named: name + ".at-least", &problems) } ?? [:]
    if !below.isEmpty { result.append(.below(below)) }
    if !atLeast.isEmpty { result.append(.atLeast(atLeast)) }
    for (platform, version) in below.sorted(by: { $0.key < $1.key }) {
      if let other = atLeast[platform], other >= version {
        problems.report(
          "no system is at least \(platform.rawValue) \(other) and below \(version); change one of"
            + " 'below' and 'at-least'", at: source.below?.start)
      }
    }
    var platforms: [Platform] = []
    for entry in source.platforms {
      if let platform = Platform(rawValue: entry.value) {
        platforms.append(platform)
      } else {
        reportUnknown(platform: entry.value, at: entry.start, &problems)
      }
    }
    if !platforms.isEmpty { result.append(.platform(platforms)) }
    for (names, key) in [(source.inherits, "inherits"), (source.conformsTo, "conforms-to")]
    where !names.isEmpty {
      let types = names.compactMap { type($0, named: name + "." + key, &problems) }
      result.append(.inherits(types))
    }
    return result
  }

  /// The last name of a type, by which types of other files are known.
  private func type(
    _ text: Located<String>, named name: String, _ problems: inout ProblemCollector
  ) -> String? {
    do throws(PatternProblem) {
      let node = try PatternText.node(of: text.value, as: .type)
      let names = node.as(TypeSyntax.self).map(DeclaredInheritance.names(of:)) ?? []
      if names.count == 1, let only = names.first, Metavariable(only) == nil { return only }
      problems.report(
        "'\(name)' must be the name of a type, not '\(text.value)'; several are a list",
        at: text.start)
    } catch {
      problems.report(
        "'\(name)' must be the name of a type: \(error.message)",
        at: text.position(of: error.offset))
    }
    return nil
  }

  private func reportUnknown(
    platform: String, at start: LinePosition, _ problems: inout ProblemCollector
  ) {
    let names = Platform.allCases.map(\.rawValue)
    let hint = Spelling.hint(for: platform, in: names)
    let known = names.map { "'\($0)'" }.joined(separator: ", ")
    problems.report(
      "there is no platform '\(platform)'\(hint.isEmpty ? "; platforms are \(known)" : hint)",
      at: start)
  }

  /// Reads `iOS 26.0, macOS 26.0`.
  private func versions(
    _ text: Located<String>, named name: String, _ problems: inout ProblemCollector
  ) -> [Platform: PlatformVersion] {
    var result: [Platform: PlatformVersion] = [:]
    for part in text.value.split(separator: ",") {
      let words = part.split(separator: " ")
      guard words.count == 2, let version = PlatformVersion(String(words[1])) else {
        problems.report(
          "'\(name)' must be systems such as 'iOS 26.0, macOS 26.0', not '\(text.value)'",
          at: text.start)
        continue
      }
      guard let platform = Platform(rawValue: String(words[0])) else {
        reportUnknown(platform: String(words[0]), at: text.start, &problems)
        continue
      }
      result[platform] = version.normalized(for: platform)
    }
    return result
  }

  private func conditions(
    _ source: NamedValue<PatternRuleManifest.Condition>, known: Set<String>,
    _ problems: inout ProblemCollector
  ) -> [MatchConstraint] {
    let name = Metavariable(source.name)?.name ?? source.name
    if !known.contains(name), name != CodeWrapper.whole {
      problems.report(
        "'where' names '$\(name)', which the match does not keep"
          + PlaceholderHint.text(for: name, known: known), at: source.start)
    }
    var result: [CaptureCondition] = []
    if let expression = source.value.matches {
      do throws(PatternProblem) {
        result.append(.matches(try TextPattern(expression.value)))
      } catch {
        problems.report(error.message, at: expression.position(of: error.offset))
      }
    }
    if let kind = source.value.kind.flatMap(CodeKind.init(rawValue:)) { result.append(.kind(kind)) }
    if !source.value.oneOf.isEmpty {
      result.append(.oneOf(source.value.oneOf.map { DeclaredFunctions.tokens(of: $0.value) }))
    }
    if result.isEmpty, source.value.matches == nil, !problems.hasProblem(near: source.start) {
      problems.report(
        "'where.\(source.name)' says nothing; give 'matches', 'kind' or 'one-of'", at: source.start)
    }
    return result.map { .capture(name: name, $0) }
  }
}
