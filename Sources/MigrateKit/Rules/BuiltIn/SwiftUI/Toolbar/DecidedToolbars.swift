import SwiftSyntax

/// The toolbar content of a file whose background is decided as a whole, where it is used.
struct DecidedToolbars {
  /// The types of such content, as in `HomeToolbar().sharedBackgroundVisibility(.hidden)`.
  let types: Set<String>
  /// The members that give such content, as in `toolbar.sharedBackgroundVisibility(.hidden)`.
  let members: Set<String>

  /// Looks for the modifier, and for the project's own ones of other names.
  init(_ file: ParsedFile, helpers: Set<String> = []) {
    let calls = ModifierCalls(helpers.union(["sharedBackgroundVisibility"]))
    calls.walk(file.tree)
    var types: Set<String> = []
    var members: Set<String> = []
    for link in calls.found {
      guard let base = link.member.base else { continue }
      let root = ModifierLink.root(of: base)
      if let call = root.as(FunctionCallExprSyntax.self) {
        let name = ViewTrace.calledName(call)
        if name.first?.isUppercase ?? false { types.insert(name) } else { members.insert(name) }
      } else if let reference = root.as(DeclReferenceExprSyntax.self) {
        members.insert(reference.baseName.text)
      } else if let access = root.as(MemberAccessExprSyntax.self), access.base?.isSelf ?? false {
        members.insert(access.declName.baseName.text)
      }
    }
    self.types = types.subtracting(["ToolbarItem", "ToolbarItemGroup"])
    self.members = members
  }

  /// Whether a node is in one of the members.
  func hold(_ node: some SyntaxProtocol) -> Bool {
    guard !members.isEmpty else { return false }
    var current = node.parent
    while let parent = current {
      if let function = parent.as(FunctionDeclSyntax.self) {
        if members.contains(function.name.text) { return true }
      } else if let binding = parent.as(PatternBindingSyntax.self),
        let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
        members.contains(name)
      {
        return true
      }
      current = parent.parent
    }
    return false
  }
}
