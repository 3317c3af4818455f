import SwiftSyntax

/// What the types of one file inherit from and conform to, as the file and the project say.
struct DeclaredInheritance {
  /// The kind of facts that say that a type has another above it.
  static let kind = "type-above"

  private let namesByType: [String: Set<String>]
  private let facts: ProjectFacts

  init(_ file: ParsedFile, facts: ProjectFacts) {
    let collector = Collector(viewMode: .sourceAccurate)
    collector.walk(file.tree)
    namesByType = collector.namesByType
    self.facts = facts
  }

  /// The types that the file declares or extends with something above them, sorted.
  var types: [String] { namesByType.keys.sorted() }

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
      let above = namesByType[name] ?? []
      found.formUnion(names.filter { above.contains($0) })
      found.formUnion(facts.facts(Self.kind, about: name).map(\.object).filter(names.contains))
      pending += above.sorted()
    }
    return found.sorted()
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

  private final class Collector: SyntaxAnyVisitor {
    var namesByType: [String: Set<String>] = [:]

    override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
      if let name = typeName(node), let group = node.asProtocol((any DeclGroupSyntax).self) {
        for inherited in group.inheritanceClause?.inheritedTypes ?? [] {
          namesByType[name, default: []].formUnion(names(of: inherited.type))
        }
      }
      return node.is(CodeBlockSyntax.self) ? .skipChildren : .visitChildren
    }
  }
}

/// Finds the types of the project that have some names above them, a level further each round.
///
/// Only files that write such a name, or one found in an earlier round, behind a colon or a comma
/// are read.
struct InheritanceCollector: FactCollector {
  /// The levels of inheritance over files that are followed.
  static let rounds = 4

  let names: [String]
  let round: Int

  var id: String { "type-above-\(names.joined(separator: ","))-\(round)" }

  func needles(given facts: ProjectFacts) -> Needles {
    let wanted =
      round == 0
      ? names
      : facts.subjects(of: DeclaredInheritance.kind).filter { type in
        facts.facts(DeclaredInheritance.kind, about: type).contains { names.contains($0.object) }
      }
    return Needles(wanted.flatMap { name in [":", ": ", ", ", "& ", "."].map { [$0 + name] } })
  }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let inheritance = DeclaredInheritance(file, facts: facts)
    return inheritance.types.flatMap { type in
      inheritance.above(type, among: names).map {
        Fact(DeclaredInheritance.kind, type, $0, path: file.source.path)
      }
    }
  }
}
