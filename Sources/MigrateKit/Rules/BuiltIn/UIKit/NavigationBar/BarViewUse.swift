import SwiftSyntax

/// One use of a view of a custom bar.
struct BarViewUse {
  /// What the use does.
  enum Role {
    /// It sets how the view looks, or takes part in layout inside the bar.
    case harmless
    /// It adds the view to another one.
    case added(FunctionCallExprSyntax)
    /// It sets the text of a label, or the title of a button.
    case text(ExprSyntax)
    /// It sets the image of a button.
    case image(ExprSyntax)
    /// It sets the action of a button.
    case action(FunctionCallExprSyntax)
    /// It sets the menu of a button.
    case menu(ExprSyntax)
    /// It sets what VoiceOver says.
    case accessibilityLabel(ExprSyntax)
    /// Another view is laid out below the bar; the anchor of the bar.
    case follows(anchor: ExprSyntax)
    /// Anything else.
    case other
  }

  /// What the use does.
  let role: Role
  /// Where it stands.
  let node: ExprSyntax

  private static let looks: Set<String> = [
    "translatesAutoresizingMaskIntoConstraints", "backgroundColor", "font", "textColor",
    "tintColor", "textAlignment", "numberOfLines", "layer", "contentMode", "alpha", "isOpaque",
    "clipsToBounds", "adjustsFontForContentSizeCategory", "adjustsFontSizeToFitWidth",
    "minimumScaleFactor", "lineBreakMode", "setTitleColor", "titleLabel", "imageView",
    "contentEdgeInsets", "imageEdgeInsets", "titleEdgeInsets", "contentHorizontalAlignment",
    "setContentHuggingPriority", "setContentCompressionResistancePriority", "accessibilityTraits",
    "accessibilityIdentifier", "axis", "spacing", "alignment", "distribution",
    "isUserInteractionEnabled", "showsMenuAsPrimaryAction", "setPreferredSymbolConfiguration",
    "directionalLayoutMargins", "layoutMargins", "isLayoutMarginsRelativeArrangement",
  ]

  private static let anchors: Set<String> = [
    "leadingAnchor", "trailingAnchor", "leftAnchor", "rightAnchor", "topAnchor", "bottomAnchor",
    "centerXAnchor", "centerYAnchor", "widthAnchor", "heightAnchor", "firstBaselineAnchor",
    "lastBaselineAnchor", "safeAreaLayoutGuide", "layoutMarginsGuide",
  ]

  /// Reads a use.
  ///
  /// - Parameters:
  ///   - isBar: Whether the view is the bar itself, below which others are laid out.
  ///   - inside: The names of the bar and of the views in it.
  init(_ use: MemberUse, isBar: Bool, inside: Set<String>, index: SourceIndex) {
    node = use.node
    role = Self.role(use, isBar: isBar, inside: inside, index: index)
  }

  private static func role(
    _ use: MemberUse, isBar: Bool, inside: Set<String>, index: SourceIndex
  ) -> Role {
    guard let first = use.path.first else { return bare(use.node) }
    if anchors.contains(first) {
      guard let own = use.anchor, let other = TopPin.other(than: own), !isConstant(own) else {
        return .harmless
      }
      let names = other.trimmedText.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        .map(String.init)
      let isInside = names.contains { inside.contains($0) }
      if isInside || names.contains("view") || names.contains("topLayoutGuide") {
        return .harmless
      }
      return isBar && first == "bottomAnchor" ? .follows(anchor: own) : .other
    }
    switch (first, use.kind) {
    case ("text", .assigned(let value)) where use.path.count == 1: return .text(value)
    case ("menu", .assigned(let value)) where use.path.count == 1: return .menu(value)
    case ("accessibilityLabel", .assigned(let value)): return .accessibilityLabel(value)
    case ("setTitle", .called(let call)) where use.path.count == 1:
      return call.arguments.first.map { .text($0.expression) } ?? .other
    case ("setImage", .called(let call)) where use.path.count == 1:
      return call.arguments.first.map { .image($0.expression) } ?? .other
    case ("addTarget", .called(let call)), ("addAction", .called(let call)): return .action(call)
    case ("addSubview", .called), ("addArrangedSubview", .called): return .harmless
    case (_, .assigned), (_, .called): return looks.contains(first) ? .harmless : .other
    default: return .other
    }
  }

  private static func isConstant(_ anchor: ExprSyntax) -> Bool {
    TopPin.call(with: anchor)?.arguments.first?.label?.text.hasSuffix("ToConstant") ?? false
  }

  private static func bare(_ node: ExprSyntax) -> Role {
    switch ValueUse(of: node) {
    case .argument(_, let call):
      let name = call.calledExpression.core.referenceOfName?.baseName.text ?? ""
      return ["addSubview", "addArrangedSubview"].contains(name) ? .added(call) : .other
    case .element(let array):
      guard let argument = array.parent?.as(LabeledExprSyntax.self),
        argument.label?.text == "arrangedSubviews"
      else { return .other }
      return .harmless
    case .returned: return .harmless
    case .written: return .harmless
    default: return .other
    }
  }
}
