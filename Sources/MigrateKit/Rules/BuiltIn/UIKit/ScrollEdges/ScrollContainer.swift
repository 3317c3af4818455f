import SwiftSyntax

/// A scroll container as one file shows it.
struct ScrollContainer {
  /// What is known of its class.
  enum Kind {
    case table
    case collection
    case scroll
    /// A text view, which may not scroll.
    case text
    /// Its name or its class's name says so, but no declaration.
    case guessed
  }

  /// The class.
  let kind: Kind
  /// The name by which it is known.
  let name: String
  /// Its uses within the type.
  let uses: [MemberUse]
  /// The body of the type, or the file.
  let scope: Syntax
  /// Every body of the type and of its superclasses in the file, or the file.
  let scopes: [Syntax]
  private let index: SourceIndex
  private let content: ViewTree

  /// Reads the container that an expression names; nil where it is none.
  init?(_ expression: ExprSyntax, in index: SourceIndex, facts: ProjectFacts) {
    guard let reference = expression.core.referenceOfName,
      let kind = Self.kind(of: expression, in: index, facts: facts)
    else { return nil }
    self.kind = kind
    self.index = index
    name = reference.baseName.text
    scope = Self.scope(of: reference)
    let declaration = index.declaration(of: reference)
    let named = index.references[name] ?? []
    let own = named.filter { other in
      switch declaration {
      case .local?, .parameter?, .optionalBinding?, .other?:
        index.declaration(of: other)?.node.id == declaration?.node.id
      default: other.enclosingTypeName == reference.enclosingTypeName
      }
    }
    var uses = own.map { MemberUse(of: $0) }
    if let object = NamedObject(expression, in: index) { uses += object.initialUses }
    self.uses = uses
    content = ViewTree(in: index, around: reference)
    let bodies = index.lineage(around: reference)?.flatMap { index.members[$0] ?? [] }
    scopes = bodies?.map { Syntax($0) } ?? [scope]
  }

  /// Whether it is a table, which always scrolls up and down.
  var isTable: Bool {
    if case .table = kind { return true }
    return false
  }

  /// Whether it scrolls even where its content is short.
  var bounces: Bool {
    uses.contains { $0.assigned("alwaysBounceVertical")?.trimmedText == "true" }
  }

  /// Whether a view lies in the container.
  func holds(_ view: ExprSyntax) -> Bool { content.contains(view, below: name) }

  /// The view that the container is added to, where the file shows it.
  var parents: [String] { content.parents(of: name) }

  private static func scope(of reference: DeclReferenceExprSyntax) -> Syntax {
    var node = Syntax(reference)
    while let parent = node.parent, !node.is(MemberBlockSyntax.self) { node = parent }
    return node
  }

  private static func kind(
    of expression: ExprSyntax, in index: SourceIndex, facts: ProjectFacts
  ) -> Kind? {
    if let type = index.typeName(of: expression) ?? created(expression, in: index) {
      return kind(ofType: type, in: index, facts: facts)
    }
    guard let name = expression.core.referenceOfName?.baseName.text else { return nil }
    return namesScrollContainer(name) ? .guessed : nil
  }

  private static func created(_ expression: ExprSyntax, in index: SourceIndex) -> String? {
    guard let call = NamedObject.creation(giving: expression, in: index) else { return nil }
    let callee = call.calledExpression.core
    if let generic = callee.as(GenericSpecializationExprSyntax.self) {
      return generic.expression.trimmedText
    }
    let name = callee.referenceOfName?.baseName.text ?? ""
    if name == "init" {
      return callee.as(MemberAccessExprSyntax.self)?.base?.core.referenceOfName?.baseName.text
    }
    return name.first?.isUppercase == true ? name : nil
  }

  static func kind(ofType type: String, in index: SourceIndex, facts: ProjectFacts) -> Kind? {
    var names = [type]
    var seen: Set<String> = []
    while let name = names.popLast() {
      guard seen.insert(name).inserted, seen.count < 50 else { continue }
      switch name {
      case "UITableView": return .table
      case "UICollectionView": return .collection
      case "UIScrollView": return .scroll
      case "UITextView": return .text
      default: break
      }
      names += index.inherited[name] ?? []
      names += facts.facts(ScrollFact.subclass, about: name).map(\.object)
    }
    let isDeclared = seen.contains {
      index.members[$0] != nil || facts.has(ScrollFact.subclass, about: $0)
    }
    return !isDeclared && namesScrollContainer(type) ? .guessed : nil
  }

  /// Whether a name ends as those of scroll containers do.
  static func namesScrollContainer(_ name: String) -> Bool {
    let text = name.lowercased()
    return ["tableview", "collectionview", "scrollview"].contains { text.hasSuffix($0) }
  }
}

/// The kinds of facts about scroll containers.
enum ScrollFact {
  /// A class that a constraint's view has; unknown in its file.
  static let candidate = "scroll-container-candidate"
  /// A class; the object is its first inherited type.
  static let subclass = "scroll-container-class"
}

/// Which views a file adds to which, by name.
struct ViewTree {
  private var children: [String: [String]] = [:]

  /// Reads the whole file.
  init(in index: SourceIndex) { self.init(in: index, types: nil) }

  /// Reads the bodies of the type that a node stands in, and those of its superclasses.
  init(in index: SourceIndex, around node: some SyntaxProtocol) {
    self.init(in: index, types: index.lineage(around: node))
  }

  private init(in index: SourceIndex, types: Set<String>?) {
    func isRead(_ node: some SyntaxProtocol) -> Bool {
      guard let types else { return true }
      return node.enclosingTypeName.map { types.contains($0) } ?? false
    }
    let names = ["addSubview", "addArrangedSubview", "insertSubview", "insertArrangedSubview"]
    for name in names {
      for reference in index.references[name] ?? [] where isRead(reference) {
        guard let access = reference.whole.as(MemberAccessExprSyntax.self),
          let call = access.parent?.as(FunctionCallExprSyntax.self),
          let child = call.arguments.first?.expression.core.referenceOfName?.baseName.text
        else { continue }
        add(child, to: access.base)
      }
    }
    for reference in index.references["addSubviews"] ?? [] where isRead(reference) {
      guard let access = reference.whole.as(MemberAccessExprSyntax.self),
        let call = access.parent?.as(FunctionCallExprSyntax.self)
      else { continue }
      for argument in call.arguments {
        let values =
          argument.expression.as(ArrayExprSyntax.self)?.elements.map(\.expression)
          ?? [argument.expression]
        for value in values {
          guard let child = value.core.referenceOfName?.baseName.text else { continue }
          add(child, to: access.base)
        }
      }
    }
    for call in index.calls where isRead(call) {
      guard call.calledExpression.core.referenceOfName?.baseName.text == "UIStackView",
        let list = call.arguments.first(where: { $0.label?.text == "arrangedSubviews" })?
          .expression.as(ArrayExprSyntax.self),
        let stack = call.variable
      else { continue }
      for element in list.elements {
        guard let child = element.expression.core.referenceOfName?.baseName.text else { continue }
        children[stack, default: []].append(child)
      }
    }
  }

  private mutating func add(_ child: String, to base: ExprSyntax?) {
    let parent = base.map { $0.core.referenceOfName?.baseName.text ?? "" } ?? "self"
    guard !parent.isEmpty, parent != child else { return }
    if children[parent]?.contains(child) != true { children[parent, default: []].append(child) }
  }

  /// The views that are added to a view, in source order of each function that adds them.
  func children(of name: String) -> [String] { children[name] ?? [] }

  /// The views that a view is added to, sorted.
  func parents(of name: String) -> [String] {
    children.filter { $0.value.contains(name) }.keys.sorted()
  }

  /// Whether a view is below another one, by name.
  func holds(_ view: String, below name: String) -> Bool {
    var open = [name]
    var seen: Set<String> = []
    while let next = open.popLast() {
      guard seen.insert(next).inserted else { continue }
      if children(of: next).contains(view) { return true }
      open += children(of: next)
    }
    return false
  }

  /// Whether a view, or the one whose guide or member it is, lies below a named one.
  func contains(_ view: ExprSyntax, below name: String) -> Bool {
    view.core.referenceOfName.map { holds($0.baseName.text, below: name) } ?? false
  }
}

extension SourceIndex {
  /// The type that a node stands in, with those of its superclasses and protocols that the file
  /// declares; nil outside types.
  func lineage(around node: some SyntaxProtocol) -> Set<String>? {
    guard let type = node.enclosingTypeName else { return nil }
    var open = [type]
    var seen: Set<String> = []
    while let name = open.popLast() {
      guard members[name] != nil, seen.insert(name).inserted else { continue }
      open += inherited[name] ?? []
    }
    return seen
  }
}

extension FunctionCallExprSyntax {
  /// The name of the variable that the call initializes, inside a closure too.
  fileprivate var variable: String? {
    var node = Syntax(self)
    while let parent = node.parent {
      if let binding = parent.as(PatternBindingSyntax.self) {
        if let name = binding.pattern.boundName, binding.variable?.isMember == true { return name }
        if binding.variable?.isMember == false,
          binding.enclosingFunction?.is(ClosureExprSyntax.self)
            != true
        {
          return binding.pattern.boundName
        }
      }
      if parent.is(MemberBlockSyntax.self) { return nil }
      node = parent
    }
    return nil
  }
}
