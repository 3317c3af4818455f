import SwiftSyntax

/// What a controller says of the size of its content.
enum PopoverSize: String {
  case fixed
  /// It follows from a layout pass.
  case layout

  private static let passes: Set<String> = [
    "viewDidLayoutSubviews", "viewWillLayoutSubviews", "updateViewConstraints",
    "systemLayoutSizeFitting", "preferredContentSizeDidChange",
  ]

  /// What a class says of itself in a file; nil where it says nothing.
  static func own(of type: String, in index: SourceIndex) -> PopoverSize? {
    var found: PopoverSize?
    for reference in index.references["preferredContentSize"] ?? []
    where reference.enclosingTypeName == type {
      let isOwn = reference.whole.is(DeclReferenceExprSyntax.self) || index.isSelf(of: reference)
      let member = reference.outermostMember
      let isOverride = member?.as(VariableDeclSyntax.self)?.bindings.first?.pattern.boundName
      guard isOwn || isOverride == "preferredContentSize" else { continue }
      let use = MemberUse(of: reference)
      guard case .assigned(let value) = use.kind else { continue }
      let name = member?.as(FunctionDeclSyntax.self)?.name.text ?? ""
      let isLaidOut =
        passes.contains(name)
        || value.tokens(viewMode: .sourceAccurate).contains {
          ["systemLayoutSizeFitting", "contentSize", "intrinsicContentSize"].contains($0.text)
        }
      if isLaidOut { return .layout }
      found = .fixed
    }
    if found == nil, let binding = index.property("preferredContentSize", of: type) {
      let text = binding.accessorBlock?.trimmedText ?? ""
      found = text.contains("systemLayoutSizeFitting") ? .layout : .fixed
    }
    if found == nil, index.inherited[type]?.contains("UIHostingController") == true {
      let sizing = (index.references["sizingOptions"] ?? []).contains { reference in
        guard case .assigned(let value) = MemberUse(of: reference).kind else { return false }
        return reference.enclosingTypeName == type
          && value.trimmedText.contains("preferredContentSize")
      }
      found = sizing ? .layout : nil
    }
    return found
  }
}
