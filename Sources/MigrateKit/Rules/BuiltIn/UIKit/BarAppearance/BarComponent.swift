import SwiftSyntax

/// Bars and appearances that one function ties together, with what it does to them.
struct BarComponent {
  /// The statements, in source order.
  var statements: [BarStatement]

  /// Reads the components of a file: those of each member or top-level statement apart.
  static func all(in index: SourceIndex) -> [BarComponent] {
    let collector = Collector(index)
    collector.walk(index.file.tree)
    return collector.units.sorted { $0.key < $1.key }.flatMap { components(of: $0.value) }
  }

  private static func components(of unit: Collector.Unit) -> [BarComponent] {
    var groups = KeyGroups()
    for statement in unit.statements {
      groups.add(statement.object.key)
      if case .link(let other) = statement.role {
        groups.join(statement.object.key, other.key)
      }
      // A path into a bar's appearance is about the bar.
      for name in BarObjectReader.appearances where statement.object.key.hasSuffix("." + name) {
        groups.join(statement.object.key, String(statement.object.key.dropLast(name.count + 1)))
      }
    }
    for (copy, original) in unit.copies { groups.join(copy, original) }
    // The buttons of every bar go with the proxy of every bar.
    if let bar = unit.statements.first(where: { $0.object.key.hasPrefix("UINavigationBar.app") }) {
      for statement in unit.statements where statement.object.key.hasPrefix("UIBarButtonItem.app") {
        groups.join(statement.object.key, bar.object.key)
      }
    }
    var byGroup: [String: [BarStatement]] = [:]
    for statement in unit.statements {
      byGroup[groups.root(of: statement.object.key), default: []].append(statement)
    }
    return byGroup.values.map { BarComponent(statements: $0) }
      .sorted { ($0.statements.first?.position ?? 0) < ($1.statements.first?.position ?? 0) }
  }

  private final class Collector: SyntaxVisitor {
    struct Unit {
      var statements: [BarStatement] = []
      var copies: [(copy: String, original: String)] = []
    }

    var units: [Int: Unit] = [:]
    private let reader: BarStatementReader

    init(_ index: SourceIndex) {
      reader = BarStatementReader(index)
      super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
      if let statement = reader.statement(node) {
        units[Self.unit(of: node), default: Unit()].statements.append(statement)
      }
      return .visitChildren
    }

    override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
      if let (copy, original) = reader.copied(node) {
        units[Self.unit(of: node), default: Unit()].copies.append((copy.key, original.key))
      }
      return .visitChildren
    }

    /// The member around a node, or what stands for it at the top level of the file.
    private static func unit(of node: some SyntaxProtocol) -> Int {
      var current = Syntax(node)
      while let parent = current.parent {
        if current.is(MemberBlockItemSyntax.self) { return current.position.utf8Offset }
        current = parent
      }
      return -1
    }
  }
}

extension BarStatement {
  /// Where the statement starts.
  var position: Int { item.positionAfterSkippingLeadingTrivia.utf8Offset }
}

/// Sets of keys that belong together.
struct KeyGroups {
  private var parents: [String: String] = [:]

  mutating func add(_ key: String) {
    if parents[key] == nil { parents[key] = key }
  }

  mutating func join(_ first: String, _ second: String) {
    add(first)
    add(second)
    let left = root(of: first)
    let right = root(of: second)
    if left != right { parents[max(left, right)] = min(left, right) }
  }

  func root(of key: String) -> String {
    var current = key
    while let parent = parents[current], parent != current { current = parent }
    return current
  }
}
