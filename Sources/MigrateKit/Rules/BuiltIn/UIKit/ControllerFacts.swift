import SwiftSyntax

/// The kinds of facts that tell which view controllers are presented as sheets.
enum ControllerFacts {
  /// A class whose sheet is configured somewhere.
  static let candidate = "controller-candidate"
  /// One use of a class; the object is how it is shown and the detents seen there.
  static let use = "controller-use"
  /// The detents that a class gives its own sheet.
  static let detents = "controller-detents"
  /// A declaration of a class, or an extension of it.
  static let declaration = "controller-declaration"
}

/// Finds the view controllers whose sheets are configured.
struct ControllerCandidateCollector: FactCollector {
  let id = "controller-candidates"

  func needles(given facts: ProjectFacts) -> Needles {
    Needles([["sheetPresentationController"], [SheetReceiver.type]])
  }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let search = SheetConfigurations(viewMode: .sourceAccurate)
    search.walk(file.tree)
    let path = file.source.path
    var found: [Fact] = []
    for node in search.found {
      guard let owner = SheetReceiver.owner(of: node.controller, property: node.property)
      else { continue }
      if owner.isEmpty {
        guard let type = EnclosingType(of: node.controller) else { continue }
        found.append(Fact(ControllerFacts.candidate, type.name, path: path))
        let detents = OwnDetents.of(type.declaration)
        if detents != .none {
          found.append(Fact(ControllerFacts.detents, type.name, detents.rawValue, path: path))
        }
      } else {
        for type in ControllerTypes.types(of: owner, at: Syntax(node.controller)) {
          found.append(Fact(ControllerFacts.candidate, type, path: path))
        }
      }
    }
    return found
  }
}

/// Finds every use of the view controllers that the first collector named.
struct ControllerUseCollector: FactCollector {
  let id = "controller-uses"

  func needles(given facts: ProjectFacts) -> Needles {
    Needles(words: facts.subjects(of: ControllerFacts.candidate).map { [$0] })
  }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let search = ClassUses(Set(facts.subjects(of: ControllerFacts.candidate)))
    search.walk(file.tree)
    let path = file.source.path
    return search.declared.map {
      Fact(ControllerFacts.declaration, $0.name, $0.isClass ? "class" : "extension", path: path)
    }
      + search.found.map { name, expression in
        let flow = ControllerFlow(of: expression)
        let isPreview = ViewTrace(of: expression).end == .preview
        let end = isPreview ? "preview" : flow.end
        return Fact(ControllerFacts.use, name, "\(end)|\(flow.detents.rawValue)", path: path)
      }
      + search.unclear.map { Fact(ControllerFacts.use, $0, "unknown|none", path: path) }
  }
}

/// The expressions that read a sheet controller.
private final class SheetConfigurations: SyntaxVisitor {
  var found: [(controller: ExprSyntax, property: String)] = []

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.baseName.text
    guard SheetReceiver.properties.contains(name) else { return .visitChildren }
    var expression = ExprSyntax(node)
    if let member = node.parent?.as(MemberAccessExprSyntax.self), member.declName.id == node.id {
      expression = ExprSyntax(member)
    }
    let cast = expression.parent?.as(AsExprSyntax.self)?.type.trimmedText
    if name == "sheetPresentationController" || cast == SheetReceiver.type {
      found.append((expression, name))
    }
    return .visitChildren
  }
}

/// The types of the controllers in variables.
enum ControllerTypes {
  /// The classes that the variable may hold, through navigation controllers.
  static func types(of name: String, at node: Syntax, depth: Int = 0) -> Set<String> {
    guard depth < 4, let value = Bindings.value(of: name, at: node) else { return [] }
    return types(of: value, depth: depth)
  }

  /// The classes that the expression may make, through navigation controllers.
  static func types(of expression: ExprSyntax, depth: Int = 0) -> Set<String> {
    if let cast = expression.as(AsExprSyntax.self) {
      return [cast.type.trimmedText]
    }
    guard depth < 4, let call = expression.as(FunctionCallExprSyntax.self) else { return [] }
    let name = ViewTrace.calledName(call)
    if let root = call.arguments.first(where: { $0.label?.text == "rootViewController" }) {
      let inner = root.expression
      if let reference = inner.as(DeclReferenceExprSyntax.self) {
        return types(of: reference.baseName.text, at: Syntax(call), depth: depth + 1)
      }
      return types(of: inner, depth: depth + 1)
    }
    let isClass = name.first?.isUppercase ?? false
    return isClass && !name.hasPrefix("UI") ? [name] : []
  }
}

/// The detents that a class gives its own sheet.
enum OwnDetents {
  static func of(_ declaration: Syntax) -> SheetDetents {
    let search = Search(viewMode: .sourceAccurate)
    search.walk(declaration)
    return search.detents
  }

  private final class Search: SyntaxVisitor {
    var detents = SheetDetents.none

    override func visitPost(_ node: InfixOperatorExprSyntax) {
      guard node.operator.is(AssignmentExprSyntax.self),
        let member = node.leftOperand.as(MemberAccessExprSyntax.self),
        member.declName.baseName.text == "detents", let base = member.base,
        SheetReceiver.owner(of: base, property: "sheetPresentationController") == ""
      else { return }
      detents = max(detents, SheetDetents(of: node.rightOperand))
    }
  }
}

/// The expressions that make controllers of certain classes.
private final class ClassUses: SyntaxVisitor {
  private let names: Set<String>
  var found: [(String, ExprSyntax)] = []
  var declared: [(name: String, isClass: Bool)] = []
  var unclear: [String] = []

  init(_ names: Set<String>) {
    self.names = names
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let name = ViewTrace.calledName(node)
    if names.contains(name) {
      found.append((name, ExprSyntax(node)))
    } else if let member = node.calledExpression.as(MemberAccessExprSyntax.self),
      let base = member.base?.shortText, names.contains(base),
      !Self.isPlainStatic(member)
    {
      // A factory of the class's own.
      found.append((base, ExprSyntax(node)))
    }
    return .visitChildren
  }

  private static func isPlainStatic(_ member: MemberAccessExprSyntax) -> Bool {
    let name = member.declName.baseName.text.lowercased()
    return !["make", "create", "instantiate", "build", "new", "from"].contains {
      name.hasPrefix($0)
    }
  }

  override func visit(_ node: AsExprSyntax) -> SyntaxVisitorContinueKind {
    let type = node.type.trimmedText
    if names.contains(type), node.expression.trimmedText.contains("instantiate") {
      found.append((type, ExprSyntax(node)))
    }
    return .visitChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    if names.contains(node.name.text) { declared.append((node.name.text, true)) }
    for type in node.inheritanceClause?.inheritedTypes ?? []
    where names.contains(type.type.trimmedText) {
      // How a subclass is shown is not followed.
      unclear.append(type.type.trimmedText)
    }
    return .visitChildren
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    let name = node.extendedType.trimmedText
    if names.contains(name) { declared.append((name, false)) }
    return .visitChildren
  }
}

/// Answers how the project shows its view controllers.
struct ControllerUses {
  private let facts: ProjectFacts

  init(_ facts: ProjectFacts) {
    self.facts = facts
  }

  /// The classes whose sheets are configured somewhere.
  var candidates: Set<String> { Set(facts.subjects(of: ControllerFacts.candidate)) }

  /// The files that declare or extend a class.
  func paths(of name: String) -> Set<String> {
    Set(facts.facts(ControllerFacts.declaration, about: name).map(\.path))
  }

  /// The detents that a class gives its own sheet.
  func ownDetents(of name: String) -> SheetDetents {
    facts.facts(ControllerFacts.detents, about: name)
      .compactMap { SheetDetents(rawValue: $0.object) }.max() ?? .none
  }

  /// How a class is shown by all its uses, previews aside.
  func verdict(of name: String) -> SheetVerdict {
    let classes = facts.facts(ControllerFacts.declaration, about: name)
      .filter { $0.object == "class" }
    guard classes.count < 2 else { return .unknown("more than one class has this name") }
    let own = ownDetents(of: name)
    let uses = facts.facts(ControllerFacts.use, about: name).compactMap { fact -> SheetVerdict? in
      let parts = fact.object.split(separator: "|").map(String.init)
      guard parts.count == 2, let detents = SheetDetents(rawValue: parts[1]) else { return nil }
      return parts[0] == "preview"
        ? nil : SheetVerdict(end: parts[0], detents: max(own, detents))
    }
    return SheetVerdict.all(uses)
  }
}
