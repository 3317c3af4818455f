import SwiftSyntax

extension ViewTrace {
  /// One thing between a view and what shows it.
  enum Step {
    /// A modifier of the view or of something that holds it.
    case modifier(ModifierLink)
    /// The closure or argument of a call that the view is in: a container, or a modifier that takes
    /// content. The label is empty for the first trailing closure and unlabelled arguments.
    case content(of: FunctionCallExprSyntax, name: String, label: String)
    /// A helper such as `.modify { view in … }` whose closure the view begins in.
    case transform(ModifierLink)

    /// The name of the modifier or the call.
    var name: String {
      switch self {
      case .modifier(let link), .transform(let link): link.name
      case .content(_, let name, _): name
      }
    }

    /// Whether it is a call that may show more than the view, as opposed to a modifier or a
    /// container that leaves its content the root.
    var isContainer: Bool {
      guard case .content(_, let name, _) = self else { return false }
      return !ViewTrace.transparent.contains(name) && !ViewTrace.navigation.contains(name)
    }
  }
}
