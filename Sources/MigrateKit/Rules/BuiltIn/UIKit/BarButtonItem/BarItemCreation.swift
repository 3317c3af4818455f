import SwiftSyntax

/// A call that creates a bar button item round a view of the app's own.
struct BarItemCreation {
  /// How the type is named.
  enum Spelling {
    /// `UIBarButtonItem(customView:)` or `UIBarButtonItem.init(customView:)`, or a subclass.
    case named(String)
    /// `.init(customView:)`, whose type the context gives.
    case implicit
  }

  /// The call.
  let call: FunctionCallExprSyntax
  /// The view.
  let content: ExprSyntax
  /// How the type is named.
  let spelling: Spelling

  /// The expression of the call.
  var expression: ExprSyntax { ExprSyntax(call) }

  /// Reads a call; nil when it cannot create a bar button item.
  ///
  /// An implicit `.init` may still be one of another type: see `ItemFlow.isBarItem`.
  init?(_ call: FunctionCallExprSyntax) {
    guard call.arguments.count == 1, let argument = call.arguments.first,
      argument.label?.text == "customView", call.trailingClosure == nil
    else { return nil }
    self.call = call
    self.content = argument.expression
    if let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text {
      guard name.first?.isUppercase == true else { return nil }
      spelling = .named(name)
      return
    }
    guard let access = call.calledExpression.as(MemberAccessExprSyntax.self) else { return nil }
    let member = access.declName.baseName.text
    guard let base = access.base else {
      guard member == "init" else { return nil }
      spelling = .implicit
      return
    }
    if member == "init" {
      let path = base.trimmedText
      spelling = .named(path.split(separator: ".").last.map(String.init) ?? path)
    } else if member == "UIBarButtonItem" {
      spelling = .named(member)
    } else {
      return nil
    }
  }

  /// Every call of the file that creates, or may create, a bar button item with a custom view.
  static func all(in index: SourceIndex, facts: ProjectFacts) -> [BarItemCreation] {
    index.calls.compactMap { BarItemCreation($0) }.filter { creation in
      guard case .named(let name) = creation.spelling else { return true }
      return name == "UIBarButtonItem" || index.inherited[name]?.contains("UIBarButtonItem") == true
        || facts.has(BarItemFact.subclass, about: name)
    }
  }
}
