import SwiftSyntax

/// One argument of a call, inside the parentheses or after them.
struct CallArgument {
  /// Where an argument stands.
  enum Place {
    case parentheses
    /// The first trailing closure, whose label is not written.
    case first
    /// A further trailing closure, with its label.
    case additional
  }

  let label: TokenSyntax?
  let value: ExprSyntax
  let node: Syntax
  let place: Place

  /// The arguments of a call, in order.
  static func all(of call: CallParts) -> [CallArgument] {
    var arguments = call.arguments.map {
      CallArgument(
        label: $0.label, value: $0.expression, node: Syntax($0), place: .parentheses)
    }
    if let closure = call.trailingClosure {
      arguments.append(
        CallArgument(
          label: nil, value: ExprSyntax(closure), node: Syntax(closure), place: .first))
    }
    arguments += call.additionalClosures.map {
      CallArgument(
        label: $0.label, value: ExprSyntax($0.closure), node: Syntax($0), place: .additional)
    }
    return arguments
  }

  /// The code of arguments in a row.
  static func binding(_ arguments: ArraySlice<CallArgument>, in file: ParsedFile) -> CodeBinding {
    let inside = arguments.filter { $0.place == .parentheses }.map(\.node)
    var binding = CodeBinding(items: inside[...], in: file)
    for argument in arguments where argument.place != .parentheses {
      binding.tokens += SyntaxParts.tokens(of: argument.node)
      binding.trailing.append(
        CodeBinding.Trailing(
          label: argument.label?.text, range: file.range(of: argument.value)))
    }
    return binding
  }
}
