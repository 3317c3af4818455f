import SwiftSyntax

/// The kinds of facts about popovers that rules need of other files.
enum PopoverFacts {
  /// A class that is presented as a popover, or one that another such class inherits from.
  static let candidate = "popover-candidate"
  /// A class of the project among the candidates; the object is its first inherited type.
  static let declared = "popover-class"
  /// A class that says how its presentation adapts; the object is `none` or `other`.
  static let adaptation = "popover-adaptation"
  /// A class that gives itself a size: `fixed`, or `layout` where it follows from a layout pass.
  static let size = "popover-size"
  /// A class that sets the delegate of its own popover.
  static let ownDelegate = "popover-own-delegate"

  /// A method of popover delegates that is named elsewhere than where a class declares it: it is
  /// called, overridden, required by a protocol or made a selector.
  static let namedMethod = "popover-named-method"

  /// The collectors of rules about popovers.
  static let collectors: [any FactCollector] =
    [PopoverCandidateCollector(), PopoverMethodCollector()]
    + (1...3).map { PopoverClassCollector(step: $0) }
}

/// Collects the classes that are presented as popovers and those that answer for popovers.
struct PopoverCandidateCollector: FactCollector {
  let id = "popover-candidates"

  func needles(given facts: ProjectFacts) -> Needles {
    Needles([
      ["modalPresentationStyle", ".popover"], ["popoverPresentationController"],
      [PopoverAdaptation.name], ["class ", ": UIPopoverPresentationControllerDelegate"],
    ])
  }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let index = SourceIndex.shared(of: file)
    let path = file.source.path
    var names: Set<String> = []
    var found: [Fact] = []
    for setup in PopoverSetup.all(in: index) {
      names.formUnion(PopoverPresented(of: setup, in: index).names)
      for setting in setup.all("delegate") {
        if let type = index.typeName(of: setting.value) { names.insert(type) }
        if case .own(let type) = setup.key {
          found.append(Fact(PopoverFacts.ownDelegate, type, path: path))
        }
      }
    }
    found += names.map { Fact(PopoverFacts.candidate, $0, path: path) }
    for type in index.members.keys {
      if let answer = PopoverAdaptation.declared(by: type, in: index) {
        found.append(Fact(PopoverFacts.adaptation, type, answer.rawValue, path: path))
      }
    }
    return found
  }
}

/// Collects what the classes that are presented as popovers are, one step of inheritance at a
/// time.
struct PopoverClassCollector: FactCollector {
  /// How many steps from the presented class, from 1.
  let step: Int
  /// What is presented, so that a rule can look further after collectors of its own.
  var presentation = "popovers"

  var id: String { "classes-of-\(presentation)-\(step)" }

  func needles(given facts: ProjectFacts) -> Needles {
    Needles(["class"], of: names(facts))
  }

  private func names(_ facts: ProjectFacts) -> Set<String> {
    Set(facts.subjects(of: PopoverFacts.candidate))
      .subtracting(facts.subjects(of: PopoverFacts.declared))
  }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let wanted = names(facts)
    let index = SourceIndex.shared(of: file)
    let path = file.source.path
    var found: [Fact] = []
    for name in ClassNames.declared(in: file) where wanted.contains(name) {
      let parent = index.inherited[name]?.first ?? ""
      found.append(Fact(PopoverFacts.declared, name, parent, path: path))
      if !parent.isEmpty, !SystemController.isSystem(parent) {
        found.append(Fact(PopoverFacts.candidate, parent, path: path))
      }
      if let size = PopoverSize.own(of: name, in: index) {
        found.append(Fact(PopoverFacts.size, name, size.rawValue, path: path))
      }
    }
    return found
  }
}

/// The classes that a file declares.
private final class ClassNames: SyntaxVisitor {
  private var names: Set<String> = []

  static func declared(in file: ParsedFile) -> [String] {
    let visitor = ClassNames(viewMode: .sourceAccurate)
    visitor.walk(file.tree)
    return visitor.names.sorted()
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    names.insert(node.name.text)
    return .visitChildren
  }
}
