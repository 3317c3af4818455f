import SwiftSyntax

/// The kinds of facts about which view controllers share a navigation bar.
enum BarStackFact {
  /// A class with a custom bar in the place of the navigation bar.
  static let candidate = "bar-stack-candidate"
  /// A class that pushes; the object is the class that is pushed, or `?`.
  static let pushes = "bar-stack-pushes"
  /// A class that is the root of a navigation controller; the object is where that is made.
  static let root = "bar-stack-root"
  /// A class that says in `viewWillAppear` whether the bar is shown.
  static let sets = "bar-stack-sets"
  /// A class; the object is its first inherited type.
  static let declared = "bar-stack-class"
  /// A view of a custom bar, `Type.name`, that another file may name.
  static let named = "bar-stack-named"
  /// A view of a custom bar that other files can see; the object is its class.
  static let visible = "bar-stack-visible"
}

/// The view controllers that share a navigation controller with one.
struct BarStack {
  private let facts: ProjectFacts
  private let members: Set<String>
  private let type: String

  init(of type: String, facts: ProjectFacts) {
    self.type = type
    self.facts = facts
    var members: Set<String> = []
    var open = [type]
    while let name = open.popLast(), members.count < 1_000 {
      guard members.insert(name).inserted else { continue }
      open += facts.facts(BarStackFact.pushes, about: name).map(\.object).filter { $0 != "?" }
      for other in facts.subjects(of: BarStackFact.pushes)
      where facts.facts(BarStackFact.pushes, about: other).contains(where: { $0.object == name }) {
        open.append(other)
      }
      // What makes the stack and is no controller itself pushes onto it too.
      for maker in facts.facts(BarStackFact.root, about: name).map(\.object)
      where !Self.isController(maker) && facts.has(BarStackFact.pushes, about: maker) {
        open.append(maker)
      }
      if !Self.isController(name) {
        for root in facts.subjects(of: BarStackFact.root)
        where facts.facts(BarStackFact.root, about: root).contains(where: { $0.object == name }) {
          open.append(root)
        }
      }
    }
    self.members = members
  }

  private static func isController(_ name: String) -> Bool {
    name.hasSuffix("Controller") || name.hasSuffix("VC")
  }

  /// Why showing the bar may change other screens; nil where every one of the stack says itself
  /// whether the bar is shown.
  var obstacle: String? {
    let isShown =
      facts.has(BarStackFact.root, about: type)
      || facts.subjects(of: BarStackFact.pushes).contains { pusher in
        facts.facts(BarStackFact.pushes, about: pusher).contains { $0.object == type }
      }
    guard isShown else { return "which navigation controller shows it is not seen" }
    for name in members.sorted() {
      if facts.facts(BarStackFact.pushes, about: name).contains(where: { $0.object == "?" }) {
        return "what '\(name)' pushes is not seen"
      }
    }
    let silent = members.filter { name in
      (Self.isController(name)
        || facts.has(BarStackFact.declared, about: name)
          && !facts.has(BarStackFact.pushes, about: name))
        && !sets(name)
    }
    guard let first = silent.min() else { return nil }
    return "'\(first)' in the same stack does not say whether the bar is shown"
  }

  private func sets(_ name: String) -> Bool {
    var open = [name]
    var seen: Set<String> = []
    while let next = open.popLast() {
      guard seen.insert(next).inserted else { continue }
      if facts.has(BarStackFact.sets, about: next) { return true }
      open += facts.facts(BarStackFact.declared, about: next).map(\.object)
    }
    return false
  }
}

/// Finds the classes with a custom bar in the place of the navigation bar.
struct BarCandidateCollector: FactCollector {
  let id = "bar-stack-candidates"

  func needles(given facts: ProjectFacts) -> Needles { NativeNavigationBarRule.siteNeedles }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let index = SourceIndex.shared(of: file)
    let path = file.source.path
    return HiddenBar.all(in: index).filter { !$0.hiding.isEmpty }.flatMap { hidden -> [Fact] in
      CustomBar.all(ofType: hidden.type, in: index, facts: facts).flatMap { bar -> [Fact] in
        let content = CustomBarContent(of: bar, in: index)
        let names = [bar.name] + content.items.map(\.name)
        let visible = names.filter { name in
          index.property(name, of: hidden.type)?.isVisibleElsewhere ?? false
        }
        return [Fact(BarStackFact.candidate, hidden.type, path: path)]
          + visible.map { Fact(BarStackFact.visible, $0, hidden.type, path: path) }
      }
    }
  }
}

/// Finds what is pushed where, and which controllers say whether their bar is shown.
struct BarStackCollector: FactCollector {
  let id = "bar-stacks"

  func needles(given facts: ProjectFacts) -> Needles {
    let candidates = facts.subjects(of: BarStackFact.candidate)
    guard !candidates.isEmpty else { return .none }
    let visible = facts.subjects(of: BarStackFact.visible).flatMap { name in
      facts.facts(BarStackFact.visible, about: name).map { [$0.object, name] }
    }
    return Needles(
      [
        ["pushViewController"], ["rootViewController:"], ["setViewControllers"],
        ["viewControllers = "], ["avigationBarHidden"], ["navigationBar", "isHidden"],
        ["show(", "sender:"], ["performSegue"],
      ]
    ).union(Needles(words: visible))
  }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let index = SourceIndex.shared(of: file)
    let path = file.source.path
    var found = index.calls.flatMap { pushes(of: $0, in: index) }
    for hidden in HiddenBar.all(in: index) {
      let methods: Set<String> = ["viewWillAppear", "viewIsAppearing"]
      if hidden.sites.contains(where: { methods.contains($0.method) && $0.isUnconditional }) {
        found.append(Fact(BarStackFact.sets, hidden.type, path: path))
      }
    }
    for (name, blocks) in index.members.sorted(by: { $0.key < $1.key }) {
      guard
        let declaration = blocks.lazy.compactMap({ $0.parent?.as(ClassDeclSyntax.self) }).first
      else { continue }
      let parent = declaration.inheritanceClause?.inheritedTypes.first?.type.simpleName ?? ""
      found.append(Fact(BarStackFact.declared, name, parent, path: path))
    }
    for name in facts.subjects(of: BarStackFact.visible) where index.references[name] != nil {
      for fact in facts.facts(BarStackFact.visible, about: name)
      where fact.path != path
        && (index.references[fact.object] != nil
          || index.members[fact.object] != nil || file.source.mentions(fact.object))
      {
        found.append(Fact(BarStackFact.named, "\(fact.object).\(name)", path: path))
      }
    }
    return found
  }

  private func pushes(of call: FunctionCallExprSyntax, in index: SourceIndex) -> [Fact] {
    let path = index.file.source.path
    guard let type = call.enclosingTypeName else { return [] }
    let name = call.calledExpression.core.referenceOfName?.baseName.text ?? ""
    switch name {
    case "pushViewController":
      return [Fact(BarStackFact.pushes, type, controller(call.arguments.first, index), path: path)]
    case "show" where call.arguments.contains(where: { $0.label?.text == "sender" }):
      return [Fact(BarStackFact.pushes, type, controller(call.arguments.first, index), path: path)]
    case "performSegue": return [Fact(BarStackFact.pushes, type, "?", path: path)]
    case "setViewControllers":
      return stack(call.arguments.first?.expression, type, index)
    default:
      guard
        let root = call.arguments.first(where: { $0.label?.text == "rootViewController" })
      else { return [] }
      return [Fact(BarStackFact.root, controller(root, index), type, path: path)]
    }
  }

  private func stack(
    _ expression: ExprSyntax?, _ type: String, _ index: SourceIndex
  ) -> [Fact] {
    let path = index.file.source.path
    guard let elements = expression?.as(ArrayExprSyntax.self)?.elements else { return [] }
    return elements.map { element in
      Fact(
        BarStackFact.pushes, type, index.typeName(of: element.expression) ?? "?", path: path)
    }
  }

  private func controller(_ argument: LabeledExprSyntax?, _ index: SourceIndex) -> String {
    argument.flatMap { index.typeName(of: $0.expression) } ?? "?"
  }
}

extension SourceFile {
  /// Whether the text holds a name.
  fileprivate func mentions(_ name: String) -> Bool {
    text(in: ByteRange(0, bytes.count)).contains(name)
  }
}
