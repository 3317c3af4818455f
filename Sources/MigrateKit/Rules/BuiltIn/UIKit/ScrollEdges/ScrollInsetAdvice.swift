import SwiftSyntax

/// Reports settings of view controllers that keep content from running below bars.
struct ScrollInsetAdvice {
  let rule: String
  let index: SourceIndex
  let context: RuleContext

  static let needles = Needles([
    ["edgesForExtendedLayout"], ["contentInsetAdjustmentBehavior", "never", "Controller"],
  ])

  /// The findings, without fixes.
  var findings: [Finding] { edges + insets }

  private var edges: [Finding] {
    (index.references["edgesForExtendedLayout"] ?? []).compactMap { reference in
      guard let value = assigned(to: reference), isAdapted(reference),
        !value.trimmedText.hasSuffix("all"), !value.trimmedText.contains(".all]")
      else { return nil }
      return Finding(
        rule: rule, at: index.file.range(of: reference.whole),
        message:
          "'edgesForExtendedLayout' keeps content from running below the bars of iOS 26; "
          + "let it extend there, and pin what is not scrolled to the safe area",
        level: .note)
    }
  }

  private var insets: [Finding] {
    (index.references["contentInsetAdjustmentBehavior"] ?? []).compactMap { reference in
      guard let value = assigned(to: reference),
        value.core.referenceOfName?.baseName.text == "never", isAdapted(reference),
        isScreen(reference)
      else { return nil }
      return Finding(
        rule: rule, at: index.file.range(of: reference.whole),
        message:
          "with 'contentInsetAdjustmentBehavior = .never' nothing keeps content clear of the "
          + "floating bars of iOS 26; check its insets there",
        level: .note)
    }
  }

  private func assigned(to reference: DeclReferenceExprSyntax) -> ExprSyntax? {
    MemberUse.assigned(to: reference.whole)
  }

  private func isAdapted(_ reference: DeclReferenceExprSyntax) -> Bool {
    let known = AvailabilityContext(at: reference, platforms: context.platforms)
    return !known.isBelow(.liquidGlass)
  }

  /// Whether the scroll view is one of a view controller's own, no web view's and none that only
  /// scrolls sideways.
  private func isScreen(_ reference: DeclReferenceExprSyntax) -> Bool {
    guard let type = reference.enclosingTypeName,
      type.hasSuffix("Controller") || type.hasSuffix("VC")
        || (index.inherited[type] ?? []).contains(where: { $0.hasSuffix("Controller") }),
      let base = reference.whole.as(MemberAccessExprSyntax.self)?.base,
      base.core.as(MemberAccessExprSyntax.self)?.declName.baseName.text != "scrollView"
        || index.isSelf(base.core.as(MemberAccessExprSyntax.self)?.base ?? base)
    else { return false }
    return !(index.references["scrollDirection"] ?? []).contains {
      MemberUse.assigned(to: $0.whole)?.core.referenceOfName?.baseName.text == "horizontal"
    }
  }
}

extension MemberUse {
  /// What is assigned to an expression.
  static func assigned(to expression: ExprSyntax) -> ExprSyntax? {
    guard let assignment = expression.parent?.as(InfixOperatorExprSyntax.self),
      assignment.operator.is(AssignmentExprSyntax.self),
      assignment.leftOperand.id == expression.id
    else { return nil }
    return assignment.rightOperand
  }
}
