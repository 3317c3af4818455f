import SwiftSyntax

/// Finds the classes that put a title, or what may be one, on the leading side of their bar.
struct TitleCandidateCollector: FactCollector {
  let id = "title-view-candidates"

  func needles(given facts: ProjectFacts) -> Needles { TitleViewRule.siteNeedles }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let index = SourceIndex.shared(of: file)
    let path = file.source.path
    var found: [Fact] = []
    for site in LeadingItemSite.all(in: index) {
      let reader = TitleContentReader(index: index, facts: facts, site: site)
      if case .left = reader.read() { continue }
      guard let name = site.statement.enclosingTypeName else { continue }
      found.append(Fact(TitleViewFact.candidate, name, path: path))
    }
    guard !found.isEmpty else { return [] }
    for call in index.calls {
      guard let root = HostedRoot(call, in: index), let name = root.viewName else { continue }
      found.append(Fact(TitleViewFact.hosted, name, path: path))
    }
    return found
  }
}

/// Finds what other files say of those classes and of the classes they share code with.
///
/// Each step looks for the names that the one before found: first the classes themselves, then
/// their superclasses and subclasses, and what functions wrap in navigation controllers.
struct ControllerCollector: FactCollector {
  /// The step, from 1 to 3.
  let step: Int

  var id: String { "title-view-controllers-\(step)" }

  func needles(given facts: ProjectFacts) -> Needles {
    let candidates = facts.subjects(of: TitleViewFact.candidate)
    guard !candidates.isEmpty else { return .none }
    if step == 1 {
      let names = candidates + facts.subjects(of: TitleViewFact.hosted)
      return Needles(words: names.map { [$0] }).union(
        Needles([
          ["rootViewController:", "func "], ["rootViewController:", "var "],
          ["navigationItem", "titleView"],
        ]))
    } else {
      let related = Set(
        candidates.flatMap { name in
          (facts.facts(TitleViewFact.declared, about: name)
            + facts.facts(TitleViewFact.subclass, about: name)).map(\.object)
        })
      let deeper = Set(
        related.flatMap { name in
          (facts.facts(TitleViewFact.declared, about: name)
            + facts.facts(TitleViewFact.subclass, about: name)).map(\.object)
        })
      var alternatives = related.union(deeper).subtracting(candidates)
        .filter { !$0.isEmpty && !$0.hasPrefix("UI") && !$0.hasPrefix("NS") }.sorted()
        .map { ["class", $0] }
      alternatives += related.union(candidates).flatMap { name in
        facts.subjects(of: TitleViewFact.wrapper).map { [name, $0] }
      }
      alternatives.sort { $0.lexicographicallyPrecedes($1) }
      return Needles(words: alternatives)
    }
  }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let index = SourceIndex.shared(of: file)
    var found = NavigationRoots(in: index, given: facts).found
    found += classes(in: index)
    found += barFacts(in: index, given: facts)
    for name in facts.subjects(of: TitleViewFact.hosted) {
      let uses = (index.references[name] ?? []).filter { !$0.isInPreview(in: index) }
      found += uses.indices.map {
        Fact(TitleViewFact.hostedUse, name, "\($0)", path: file.source.path)
      }
      guard let content = HostedTitle.declared(name, in: index) else { continue }
      found.append(Fact(TitleViewFact.content, name, content.code, path: file.source.path))
    }
    return found
  }

  private func classes(in index: SourceIndex) -> [Fact] {
    let path = index.file.source.path
    return index.members.keys.sorted().flatMap { name -> [Fact] in
      let blocks = index.members[name] ?? []
      guard
        let declaration = blocks.lazy.compactMap({ $0.parent?.as(ClassDeclSyntax.self) }).first
      else { return [] }
      let parent =
        declaration.inheritanceClause?.inheritedTypes.first?.type.simpleName
        .prefix { $0 != "<" } ?? ""
      var facts = [Fact(TitleViewFact.declared, name, String(parent), path: path)]
      if !parent.isEmpty {
        facts.append(Fact(TitleViewFact.subclass, String(parent), name, path: path))
      }
      return facts
    }
  }

  private func barFacts(in index: SourceIndex, given facts: ProjectFacts) -> [Fact] {
    let path = index.file.source.path
    var found: [Fact] = []
    for reference in index.references["titleView"] ?? [] {
      guard Syntax(reference.whole).isWritten,
        let owner = index.navigationItemOwner(ofMember: reference)
      else { continue }
      found.append(Fact(TitleViewFact.titleViewSet, owner, path: path))
    }
    for name in ["hidesBackButton", "setHidesBackButton"] {
      for reference in index.references[name] ?? [] {
        guard let value = reference.given,
          let owner = index.navigationItemOwner(ofMember: reference), !owner.isEmpty
        else { continue }
        let text = value.trimmedText
        found.append(Fact(TitleViewFact.hidesBackButton, owner, text, path: path))
      }
    }
    for name in ["backButtonTitle", "backBarButtonItem", "backButtonDisplayMode"] {
      for reference in index.references[name] ?? [] {
        guard let owner = index.navigationItemOwner(ofMember: reference), !owner.isEmpty
        else { continue }
        found.append(Fact(TitleViewFact.backButton, owner, path: path))
      }
    }
    found += leadingFacts(in: index)
    found += titleFacts(in: index, given: facts)
    return found
  }

  private func leadingFacts(in index: SourceIndex) -> [Fact] {
    var counts: [String: Int] = [:]
    for reference in SourceIndex.leadingNames.flatMap({ index.references[$0] ?? [] }) {
      guard let owner = index.navigationItemOwner(ofMember: reference), !owner.isEmpty,
        !reference.isSharedBackgroundSetting
      else { continue }
      counts[owner, default: 0] += 1
    }
    return counts.keys.sorted().flatMap { owner in
      (1...(counts[owner] ?? 1)).map {
        Fact(TitleViewFact.leadingItems, owner, "\($0)", path: index.file.source.path)
      }
    }
  }

  private func titleFacts(in index: SourceIndex, given facts: ProjectFacts) -> [Fact] {
    (index.references["title"] ?? []).compactMap { reference in
      let whole = reference.whole
      guard let assignment = whole.parent?.as(InfixOperatorExprSyntax.self),
        assignment.operator.is(AssignmentExprSyntax.self), assignment.leftOperand.id == whole.id,
        !assignment.rightOperand.is(NilLiteralExprSyntax.self)
      else { return nil }
      let owner: String?
      if let base = whole.as(MemberAccessExprSyntax.self)?.base, !index.isSelf(base) {
        let type = index.typeName(of: base).flatMap {
          facts.has(TitleViewFact.candidate, about: $0) ? $0 : nil
        }
        owner = index.navigationItemOwner(base) ?? type
      } else {
        owner =
          index.declaration(of: reference) == nil ? reference.enclosingTypeName : nil
      }
      guard let owner, !owner.isEmpty else { return nil }
      let text = assignment.rightOperand.as(StringLiteralExprSyntax.self)?.representedLiteralValue
      if text?.isEmpty == true { return nil }
      return Fact(TitleViewFact.titleText, owner, text ?? "", path: index.file.source.path)
    }
  }
}

extension DeclReferenceExprSyntax {
  /// What is assigned to this, or the first argument of a call of it.
  fileprivate var given: ExprSyntax? {
    if let assignment = whole.parent?.as(InfixOperatorExprSyntax.self),
      assignment.operator.is(AssignmentExprSyntax.self), assignment.leftOperand.id == whole.id
    {
      return assignment.rightOperand
    }
    return whole.parent?.as(FunctionCallExprSyntax.self)?.arguments.first?.expression
  }

  /// Whether this stands in a preview.
  fileprivate func isInPreview(in index: SourceIndex) -> Bool {
    if let type = enclosingTypeName, index.inherited[type]?.contains("PreviewProvider") == true {
      return true
    }
    var node = parent
    while let current = node {
      let macro =
        current.as(MacroExpansionExprSyntax.self)?.macroName
        ?? current.as(MacroExpansionDeclSyntax.self)?.macroName
      if macro?.text == "Preview" { return true }
      node = current.parent
    }
    return false
  }

  /// Whether only the flag that hides the shared background is set through this.
  var isSharedBackgroundSetting: Bool {
    var node = Syntax(whole)
    while let parent = node.parent, !parent.is(CodeBlockItemSyntax.self) {
      if let access = parent.as(MemberAccessExprSyntax.self), node.id != Syntax(access.declName).id
      {
        return access.declName.baseName.text == SharedBackgroundFlag.name
      }
      guard parent.is(OptionalChainingExprSyntax.self) || parent.is(ForceUnwrapExprSyntax.self)
      else { return false }
      node = parent
    }
    return false
  }
}
