import SwiftSyntax

/// Follows views of one file outward through the file's own members and locals.
struct ViewPlacements {
  private let references: [String: [ExprSyntax]]
  /// The bodies of the file's computed properties and functions, by name.
  let bodies: [String: [CodeBlockItemListSyntax]]

  /// Indexes the references of the file.
  init(_ file: ParsedFile) {
    let index = ReferenceIndex(viewMode: .sourceAccurate)
    index.walk(file.tree)
    references = index.references
    bodies = index.bodies
  }

  /// Every way the expression goes; at least one.
  func traces(of expression: some ExprSyntaxProtocol) -> [ViewTrace] {
    resolve(ViewTrace(of: expression), visited: [])
  }

  /// Every way from a trace on, members and locals followed.
  private func resolve(_ trace: ViewTrace, visited: Set<String>) -> [ViewTrace] {
    let name: String
    switch trace.end {
    case .member(_, let member): name = member
    case .local(let local): name = local
    default: return [trace]
    }
    guard let site = trace.site, visited.count < 6, !visited.contains(name) else { return [trace] }
    let uses = references[name, default: []].filter { Self.isUse($0, of: site, trace.end) }
    guard !uses.isEmpty, uses.count < 50 else { return [trace] }
    return uses.flatMap { use -> [ViewTrace] in
      resolve(trace.joined(to: ViewTrace(of: use)), visited: visited.union([name]))
    }
  }

  /// Whether a reference of the right name means the declaration.
  private static func isUse(_ use: ExprSyntax, of site: Syntax, _ end: ViewTrace.End) -> Bool {
    let isInside = site.position <= use.position && use.endPosition <= site.endPosition
    guard !isInside else { return false }
    switch end {
    case .member(let type, _):
      // Another type's member of the same name is reached through a receiver.
      return enclosingTypes(of: use).contains(type)
    case .local:
      guard let scope = scope(of: site) else { return false }
      return scope.position <= use.position && use.endPosition <= scope.endPosition
        && site.endPosition <= use.position
    default: return false
    }
  }

  private static func scope(of site: Syntax) -> Syntax? {
    var node = site.parent
    while let current = node {
      if current.is(CodeBlockItemListSyntax.self) { return current }
      node = current.parent
    }
    return nil
  }

  private static func enclosingTypes(of node: ExprSyntax) -> Set<String> {
    var names: Set<String> = []
    var current = EnclosingType(of: node)
    while let type = current {
      names.insert(type.name)
      current = EnclosingType(of: type.declaration)
    }
    return names
  }
}

extension ViewTrace {
  /// This way followed by another one.
  func joined(to next: ViewTrace) -> ViewTrace {
    var joined = next
    joined.steps = steps + next.steps
    joined.links = links + next.links
    joined.containers = containers + next.containers
    joined.conditions = conditions + next.conditions
    joined.isInNavigation = isInNavigation || next.isInNavigation
    return joined
  }
}

/// Every reference of a file to a member of `self`, a local or a free name, by name.
private final class ReferenceIndex: SyntaxVisitor {
  var references: [String: [ExprSyntax]] = [:]
  var bodies: [String: [CodeBlockItemListSyntax]] = [:]

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    if case .getter(let statements)? = node.accessorBlock?.accessors,
      let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text, name != "body"
    {
      bodies[name, default: []].append(statements)
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if let body = node.body, node.name.text != "body" {
      bodies[node.name.text, default: []].append(body.statements)
    }
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    var expression = ExprSyntax(node)
    if let member = node.parent?.as(MemberAccessExprSyntax.self), member.declName.id == node.id {
      guard member.base?.isSelf ?? false else { return .visitChildren }
      expression = ExprSyntax(member)
    }
    if let call = expression.parent?.as(FunctionCallExprSyntax.self),
      call.calledExpression.id == expression.id
    {
      expression = ExprSyntax(call)
    }
    references[node.baseName.text, default: []].append(expression)
    return .visitChildren
  }
}

extension ViewPlacements {
  /// That of a file, worked out once.
  static func shared(of file: ParsedFile) -> ViewPlacements {
    file.memo.value { ViewPlacements(file) }
  }
}
