import SwiftSyntax

/// Finds the views that have presentation modifiers, on them or in them.
struct SheetCandidateCollector: FactCollector {
  let id = "sheet-candidates"

  func needles(given facts: ProjectFacts) -> Needles {
    Needles([
      ["presentationDetents"], ["presentationBackground"], ["presentationCornerRadius"],
      ["HostingController(rootView", "sheetPresentationController"],
      ["HostingController(rootView", SheetReceiver.type],
    ])
  }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let calls = ModifierCalls([
      "presentationDetents", "presentationBackground", "presentationCornerRadius",
    ])
    calls.walk(file.tree)
    let placements = ViewPlacements.shared(of: file)
    let path = file.source.path
    var found: [Fact] = []
    for link in calls.found {
      for part in SheetContent.parts(of: link.call) {
        found.append(Fact(SheetFacts.part, part, path: path))
      }
      for trace in placements.traces(of: link.call) {
        let end = SheetUse(trace).end
        if end.hasPrefix("in:") {
          let subject = String(end.dropFirst(3))
          found.append(Fact(SheetFacts.candidate, subject, path: path))
          if link.name == "presentationDetents" {
            let detents = link.argument("").map { SheetDetents(of: $0) } ?? .unknown
            found.append(Fact(SheetFacts.detents, subject, detents.rawValue, path: path))
          }
        }
      }
      for type in placements.roots(of: ExprSyntax(link.call)).types {
        found.append(Fact(SheetFacts.candidate, type, path: path))
      }
    }
    return found + hosted(file)
  }

  /// The views of hosting controllers whose sheets are configured.
  private func hosted(_ file: ParsedFile) -> [Fact] {
    let search = HostedViews(viewMode: .sourceAccurate)
    search.walk(file.tree)
    return search.found.filter { ControllerFlow(of: ExprSyntax($0.host)).detents == .partial }
      .flatMap { SheetContent.rootTypes(of: $0.view) }
      .map { Fact(SheetFacts.candidate, $0, path: file.source.path) }
  }
}

/// The root views that hosting controllers are given.
private final class HostedViews: SyntaxVisitor {
  var found: [(host: FunctionCallExprSyntax, view: ExprSyntax)] = []

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if ViewTrace.calledName(node).hasSuffix("HostingController"),
      let view = node.arguments.first(where: { $0.label?.text == "rootView" })?.expression
    {
      found.append((node, view))
    }
    return .visitChildren
  }
}

/// Finds every use of the views that earlier collectors named.
struct SheetUseCollector: FactCollector {
  /// The kind of the facts that name the views to look for.
  let kind: String

  var id: String { "sheet-uses-of-\(kind)" }

  func needles(given facts: ProjectFacts) -> Needles {
    let subjects = subjects(facts).map { $0.split(separator: ".").map(String.init) }
    return Needles(words: subjects)
      .union(Needles(["struct"], of: facts.subjects(of: SheetFacts.part)))
  }

  private func subjects(_ facts: ProjectFacts) -> [String] {
    facts.subjects(of: kind).filter {
      kind == SheetFacts.candidate || !facts.has(SheetFacts.candidate, about: $0)
    }
  }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let subjects = Set(subjects(facts))
    let uses = SubjectUses(subjects, parts: Set(facts.subjects(of: SheetFacts.part)))
    uses.walk(file.tree)
    let path = file.source.path
    var found = uses.declared.map { Fact(SheetFacts.declaration, $0.name, path: path) }
    for (name, node) in uses.declared + uses.parts where FixedForeground.isFound(in: node) {
      found.append(Fact(SheetFacts.fixedForeground, name, path: path))
    }
    for (name, node) in uses.declared {
      for part in SheetContent.parts(of: node) {
        found.append(Fact(SheetFacts.part, part, path: path))
        found.append(Fact(SheetFacts.hasPart, name, part, path: path))
      }
    }
    guard !uses.found.isEmpty else { return found }
    let placements = ViewPlacements.shared(of: file)
    for (subject, expression) in uses.found {
      for trace in placements.traces(of: expression) {
        let use = SheetUse(trace)
        found.append(Fact(SheetFacts.use, subject, use.encoded, path: path))
        if use.end.hasPrefix("in:") {
          found.append(Fact(SheetFacts.holder, String(use.end.dropFirst(3)), path: path))
        }
      }
    }
    return found
  }
}

/// The calls of modifiers with certain names.
final class ModifierCalls: SyntaxVisitor {
  private let names: Set<String>
  /// The calls, in source order of their ends.
  private(set) var found: [ModifierLink] = []

  init(_ names: Set<String>) {
    self.names = names
    super.init(viewMode: .sourceAccurate)
  }

  override func visitPost(_ node: FunctionCallExprSyntax) {
    if let link = ModifierLink(node), names.contains(link.name) { found.append(link) }
  }
}

/// The expressions that make one of the wanted views, and the declarations of wanted types.
private final class SubjectUses: SyntaxVisitor {
  private let subjects: Set<String>
  private let partNames: Set<String>
  var found: [(String, ExprSyntax)] = []
  var declared: [(name: String, node: Syntax)] = []
  var parts: [(name: String, node: Syntax)] = []

  init(_ subjects: Set<String>, parts: Set<String>) {
    self.subjects = subjects
    partNames = parts
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let name = ViewTrace.calledName(node)
    let isPlain = !node.calledExpression.is(MemberAccessExprSyntax.self)
    if subjects.contains(name), name.first?.isUppercase ?? false {
      found.append((name, ExprSyntax(node)))
    } else if !isPlain || name.first?.isLowercase ?? false, subjects.contains("." + name) {
      found.append(("." + name, ExprSyntax(node)))
    }
    return .visitChildren
  }

  private func declare(_ node: Syntax) {
    guard let name = EnclosingType(declaration: node)?.name else { return }
    if partNames.contains(name) { parts.append((name, node)) }
    if subjects.contains(name) { declared.append((name, node)) }
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    declare(Syntax(node))
    return .visitChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    declare(Syntax(node))
    return .visitChildren
  }
}
