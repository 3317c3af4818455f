import SwiftSyntax

/// The kinds of facts that tell what toolbar items show.
enum ToolbarFacts {
  /// A view type that a toolbar item shows, directly or through another view.
  static let view = "toolbar-view"
  /// One part of what such a view shows; the object is a `ToolbarPart`.
  static let content = "toolbar-view-content"
  /// A function of the project that hides the shared background of toolbar content.
  static let helper = "toolbar-background-helper"
  /// A type of toolbar content whose background is decided where it is used.
  static let decided = "toolbar-background-decided"
  /// A type of the project that has the name of SwiftUI's toolbar item.
  static let shadow = "toolbar-item-shadow"
}

/// Collects the views that toolbar items show and the project's own helpers for their background.
struct ToolbarViewCollector: FactCollector {
  let id = "toolbar-views"

  func needles(given facts: ProjectFacts) -> Needles {
    Needles([
      ["ToolbarItem"], ["sharedBackgroundVisibility"],
    ])
  }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let path = file.source.path
    let search = ToolbarItems(viewMode: .sourceAccurate)
    search.walk(file.tree)
    var found = search.visibleHelpers.map { Fact(ToolbarFacts.helper, $0, path: path) }
    if search.isShadowed { found.append(Fact(ToolbarFacts.shadow, "ToolbarItem", path: path)) }
    let decided = DecidedToolbars(file)
    found += decided.types.map { Fact(ToolbarFacts.decided, $0, path: path) }
    guard !search.found.isEmpty else { return found }
    let reader = ToolbarContentReader(file)
    for item in search.found {
      guard let content = ToolbarItems.content(of: item) else { continue }
      for case .view(let name) in reader.parts(of: content) {
        found.append(Fact(ToolbarFacts.view, name, path: path))
      }
    }
    return found
  }
}

/// Collects what the views of toolbar items show, one step of nesting at a time.
struct ToolbarViewContentCollector: FactCollector {
  /// How many views lie between the item and the views that are looked for, from 1.
  let step: Int

  var id: String { "toolbar-view-contents-\(step)" }

  func needles(given facts: ProjectFacts) -> Needles {
    Needles(["struct"], of: names(facts))
  }

  private func names(_ facts: ProjectFacts) -> Set<String> {
    Set(facts.subjects(of: ToolbarFacts.view)).subtracting(
      facts.subjects(of: ToolbarFacts.content))
  }

  func collect(_ file: ParsedFile, given facts: ProjectFacts) -> [Fact] {
    let search = ViewDeclarations(names(facts))
    search.walk(file.tree)
    guard !search.found.isEmpty else { return [] }
    let reader = ToolbarContentReader(file)
    let path = file.source.path
    return search.found.flatMap { name, node -> [Fact] in
      let parts = reader.parts(ofBodyOf: node) ?? [.unknown(name)]
      return parts.sorted().flatMap { part -> [Fact] in
        let content = Fact(ToolbarFacts.content, name, part.encoded, path: path)
        guard case .view(let inner) = part else { return [content] }
        return [content, Fact(ToolbarFacts.view, inner, path: path)]
      }
    }
  }
}

/// The declarations of wanted view types.
private final class ViewDeclarations: SyntaxVisitor {
  private let names: Set<String>
  var found: [(name: String, node: Syntax)] = []

  init(_ names: Set<String>) {
    self.names = names
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    if names.contains(node.name.text) { found.append((node.name.text, Syntax(node))) }
    return .visitChildren
  }
}

/// The toolbar items of a file, and what it declares about toolbar content.
final class ToolbarItems: SyntaxVisitor {
  private(set) var found: [FunctionCallExprSyntax] = []
  private(set) var helpers: [String] = []
  /// The helpers that other files can use.
  private(set) var visibleHelpers: [String] = []
  private(set) var isShadowed = false

  /// What an item shows; nil for a call that is not of SwiftUI's item.
  static func content(of call: FunctionCallExprSyntax) -> CodeBlockItemListSyntax? {
    let labels = call.arguments.map { $0.label?.text ?? "" }
    let known: Set<String> = ["placement", "id", "showsByDefault", "content"]
    guard Set(labels).isSubset(of: known), call.additionalTrailingClosures.isEmpty else {
      return nil
    }
    let argument = call.arguments.first { $0.label?.text == "content" }?.expression
    return argument?.as(ClosureExprSyntax.self)?.statements ?? call.trailingClosure?.statements
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if ViewTrace.calledName(node) == "ToolbarItem" { found.append(node) }
    return .visitChildren
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.name.text == "ToolbarItem" { isShadowed = true }
    return .visitChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.name.text == "ToolbarItem" { isShadowed = true }
    return .visitChildren
  }

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.name.text == "ToolbarItem" { isShadowed = true }
    return .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    let type = EnclosingType(of: node)
    if type?.isExtension ?? false, type?.name.hasSuffix("ToolbarContent") ?? false,
      node.tokens(viewMode: .sourceAccurate).contains(where: {
        $0.tokenKind == .identifier("sharedBackgroundVisibility")
      })
    {
      helpers.append(node.name.text)
      let owner = type?.declaration.as(ExtensionDeclSyntax.self)
      if !node.modifiers.hasPrivate, !(owner?.modifiers.hasPrivate ?? false) {
        visibleHelpers.append(node.name.text)
      }
    }
    return .visitChildren
  }
}
