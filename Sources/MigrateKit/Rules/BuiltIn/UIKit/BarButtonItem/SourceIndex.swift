import SwiftSyntax

/// The names, types and calls of one file, found in one walk.
struct SourceIndex {
  /// The file.
  let file: ParsedFile
  /// Every use of a name in an expression, in source order.
  let references: [String: [DeclReferenceExprSyntax]]
  /// The bodies of each type, extensions included, by the type's name as written.
  let members: [String: [MemberBlockSyntax]]
  /// The variables of each type, by name.
  private let properties: [String: [String: PatternBindingSyntax]]
  /// The functions of each type, by name, in source order.
  private let functions: [String: [String: [FunctionDeclSyntax]]]
  /// What each type's declarations say it inherits from or conforms to.
  let inherited: [String: [String]]
  /// The `if let x` bindings that name an outer variable by repeating its name.
  let shorthands: [String: [OptionalBindingConditionSyntax]]
  /// Every call, in source order.
  let calls: [FunctionCallExprSyntax]

  /// Indexes a file.
  init(_ file: ParsedFile) {
    let visitor = IndexingVisitor(viewMode: .sourceAccurate)
    visitor.walk(file.tree)
    self.file = file
    self.references = visitor.references
    self.members = visitor.members
    self.inherited = visitor.inherited
    self.shorthands = visitor.shorthands
    self.calls = visitor.calls
    var properties: [String: [String: PatternBindingSyntax]] = [:]
    var functions: [String: [String: [FunctionDeclSyntax]]] = [:]
    for (type, blocks) in visitor.members {
      for member in blocks.flatMap({ SourceIndex.flattened($0.members) }) {
        if let function = member.as(FunctionDeclSyntax.self) {
          functions[type, default: [:]][function.name.text, default: []].append(function)
        }
        for binding in member.as(VariableDeclSyntax.self)?.bindings ?? [] {
          guard let name = binding.pattern.boundName else { continue }
          if properties[type]?[name] == nil { properties[type, default: [:]][name] = binding }
        }
      }
    }
    self.properties = properties
    self.functions = functions
  }

  /// The variable of a type that has the name, in any of the type's bodies in this file.
  func property(_ name: String, of type: String) -> PatternBindingSyntax? {
    properties[type]?[name]
  }

  /// The functions of a type that have the name, in any of the type's bodies in this file.
  func functions(_ name: String, of type: String) -> [FunctionDeclSyntax] {
    functions[type]?[name] ?? []
  }

  /// The types of this file that declare a variable or function with the name.
  func typesDeclaring(_ name: String) -> [String] {
    members.keys.filter { property(name, of: $0) != nil || !functions(name, of: $0).isEmpty }
      .sorted()
  }

  /// The declarations of a member list, those in `#if` clauses included.
  static func flattened(_ list: MemberBlockItemListSyntax) -> [DeclSyntax] {
    list.flatMap { item -> [DeclSyntax] in
      guard let config = item.decl.as(IfConfigDeclSyntax.self) else { return [item.decl] }
      return config.clauses.flatMap { clause -> [DeclSyntax] in
        guard case .decls(let nested) = clause.elements else { return [] }
        return flattened(nested)
      }
    }
  }
}

/// Fills a `SourceIndex`.
private final class IndexingVisitor: SyntaxVisitor {
  var references: [String: [DeclReferenceExprSyntax]] = [:]
  var members: [String: [MemberBlockSyntax]] = [:]
  var inherited: [String: [String]] = [:]
  var shorthands: [String: [OptionalBindingConditionSyntax]] = [:]
  var calls: [FunctionCallExprSyntax] = []

  override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
    if node.initializer == nil, let name = node.pattern.boundName {
      shorthands[name, default: []].append(node)
    }
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    references[node.baseName.text, default: []].append(node)
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    calls.append(node)
    return .visitChildren
  }

  override func visit(_ node: MemberBlockSyntax) -> SyntaxVisitorContinueKind {
    guard let parent = node.parent, let name = parent.declaredTypeName else {
      return .visitChildren
    }
    members[name, default: []].append(node)
    let clause = parent.asProtocol((any DeclGroupSyntax).self)?.inheritanceClause
    let names = clause?.inheritedTypes.map { $0.type.simpleName } ?? []
    inherited[name, default: []].append(contentsOf: names)
    return .visitChildren
  }
}

extension Syntax {
  /// The name of the type that this node declares or extends.
  var declaredTypeName: String? {
    switch self.as(SyntaxEnum.self) {
    case .classDecl(let node): node.name.text
    case .structDecl(let node): node.name.text
    case .enumDecl(let node): node.name.text
    case .actorDecl(let node): node.name.text
    case .protocolDecl(let node): node.name.text
    case .extensionDecl(let node): node.extendedType.simpleName
    default: nil
    }
  }
}

extension SyntaxProtocol {
  /// The name of the innermost type whose body holds this node.
  var enclosingTypeName: String? {
    var current = parent
    while let node = current {
      if node.is(MemberBlockSyntax.self), let name = node.parent?.declaredTypeName { return name }
      current = node.parent
    }
    return nil
  }
}

extension TypeSyntax {
  /// The last name of the type, without optionality, attributes or module.
  var simpleName: String {
    switch self.as(TypeSyntaxEnum.self) {
    case .optionalType(let node): node.wrappedType.simpleName
    case .implicitlyUnwrappedOptionalType(let node): node.wrappedType.simpleName
    case .attributedType(let node): node.baseType.simpleName
    case .identifierType(let node): node.name.text
    case .memberType(let node): node.name.text
    default: trimmedText
    }
  }
}

extension PatternSyntax {
  /// The name that a plain identifier pattern binds.
  var boundName: String? {
    self.as(IdentifierPatternSyntax.self)?.identifier.text
  }
}

extension SourceIndex {
  /// That of a file, worked out once.
  static func shared(of file: ParsedFile) -> SourceIndex { file.memo.value { SourceIndex(file) } }
}
