import SwiftSyntax

/// What the types of one file inherit from and conform to, as the file and the project say.
struct DeclaredInheritance {
  /// The kind of facts that say that a type has another directly above it.
  static let kind = "type-above"

  private let namesByType: [String: Set<String>]
  private let ranges: [(type: String, range: Range<Int>)]
  private let facts: ProjectFacts

  init(_ file: ParsedFile, facts: ProjectFacts) {
    let collector = Collector()
    collector.walk(file.tree)
    namesByType = collector.namesByType
    ranges = collector.ranges
    self.facts = facts
  }

  /// The types that the file declares or extends, sorted.
  var types: [String] { namesByType.keys.sorted() }

  /// The types around any of some offsets in ascending order, sorted; all where there are none given.
  func types(around offsets: [Int]?) -> [String] {
    guard let offsets else { return types }
    let found = ranges.filter { entry in
      var lower = 0
      var upper = offsets.count
      while lower < upper {
        let middle = (lower + upper) / 2
        if offsets[middle] < entry.range.lowerBound { lower = middle + 1 } else { upper = middle }
      }
      return lower < offsets.count && offsets[lower] < entry.range.upperBound
    }
    return Set(found.map(\.type)).sorted()
  }

  /// Whether the type around a node, or declared by it, has one of the names above it.
  func inherits(_ node: Syntax, from names: [String]) -> Bool {
    var next: Syntax? = node
    while let current = next {
      if let name = Self.typeName(current) { return !above(name, among: names).isEmpty }
      next = current.parent
    }
    return false
  }

  /// Those of the names that a type has above it, as far as is known.
  func above(_ type: String, among names: [String]) -> [String] {
    var seen: Set<String> = []
    var found: Set<String> = []
    var pending = [type]
    while let name = pending.popLast() {
      guard seen.insert(name).inserted else { continue }
      let above = directlyAbove(name)
      found.formUnion(names.filter { above.contains($0) })
      pending += above.sorted()
    }
    return found.sorted()
  }

  /// The names directly above a type, as far as is known.
  func directlyAbove(_ type: String) -> Set<String> {
    (namesByType[type] ?? []).union(facts.facts(Self.kind, about: type).map(\.object))
  }

  private static func typeName(_ node: Syntax) -> String? {
    if let type = node.as(ExtensionDeclSyntax.self) { return names(of: type.extendedType).first }
    guard let type = node.asProtocol((any NamedDeclSyntax).self),
      node.asProtocol((any DeclGroupSyntax).self) != nil
    else { return nil }
    return type.name.text
  }

  /// The last names of a type as it is written: those of `UIKit.UIView` and `Base<Int> & Other`.
  static func names(of type: TypeSyntax) -> [String] {
    if let name = type.as(IdentifierTypeSyntax.self) { return [SyntaxParts.text(of: name.name)] }
    if let member = type.as(MemberTypeSyntax.self) { return [SyntaxParts.text(of: member.name)] }
    if let attributed = type.as(AttributedTypeSyntax.self) { return names(of: attributed.baseType) }
    if let several = type.as(CompositionTypeSyntax.self) {
      return several.elements.flatMap { names(of: $0.type) }
    }
    return []
  }

  private final class Collector: SyntaxVisitor {
    var namesByType: [String: Set<String>] = [:]
    var ranges: [(type: String, range: Range<Int>)] = []

    init() {
      super.init(viewMode: .sourceAccurate)
    }

    private func add(_ node: some DeclGroupSyntax) -> SyntaxVisitorContinueKind {
      guard let name = typeName(Syntax(node)) else { return .visitChildren }
      let above = node.inheritanceClause?.inheritedTypes.flatMap { names(of: $0.type) } ?? []
      namesByType[name, default: []].formUnion(above)
      ranges.append((name, node.position.utf8Offset..<node.endPosition.utf8Offset))
      return .visitChildren
    }

    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { add(node) }
    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { add(node) }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { add(node) }
    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind { add(node) }
    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind { add(node) }
    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { add(node) }

    override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: InitializerClauseSyntax) -> SyntaxVisitorContinueKind {
      .skipChildren
    }
    override func visit(_ node: FunctionSignatureSyntax) -> SyntaxVisitorContinueKind {
      .skipChildren
    }
  }
}
