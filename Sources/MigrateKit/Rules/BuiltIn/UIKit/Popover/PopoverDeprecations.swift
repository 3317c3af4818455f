import SwiftSyntax

/// The methods of popover delegates that have been deprecated since iOS 13.
struct PopoverDeprecations {
  /// The file.
  let index: SourceIndex
  /// The platforms of the file.
  let context: RuleContext

  private var file: ParsedFile { index.file }

  /// The methods and what takes their place.
  static let current = [
    "popoverPresentationControllerShouldDismissPopover": "presentationControllerShouldDismiss",
    "popoverPresentationControllerDidDismissPopover": "presentationControllerDidDismiss",
  ]

  /// Says what is to be said of the file's methods.
  func check(rule: String, into output: inout RuleOutput) {
    for (old, new) in Self.current.sorted(by: { $0.key < $1.key }) {
      for type in index.members.keys.sorted() {
        for function in index.functions(old, of: type) where Self.isOfDelegate(function) {
          output.findings.append(finding(for: function, of: type, new, rule: rule))
        }
      }
    }
  }

  private static func isOfDelegate(_ function: FunctionDeclSyntax) -> Bool {
    let parameters = function.signature.parameterClause.parameters
    return parameters.count == 1
      && parameters.first?.type.simpleName == "UIPopoverPresentationController"
  }

  private func finding(
    for function: FunctionDeclSyntax, of type: String, _ new: String, rule: String
  ) -> Finding {
    let range = file.range(of: function.name)
    let old = function.name.text
    let isNamed = context.facts.has(PopoverFacts.namedMethod, about: old)
    if function.isStandardAnswer {
      if isNamed {
        return Finding(
          rule: rule, at: range,
          message: "'\(old)' is deprecated and answers what is the standard, but other code names "
            + "it; remove it together with that",
          level: .note)
      }
      guard let edit = removal(of: function) else {
        return Finding(
          rule: rule, at: range,
          message: "'\(old)' is deprecated and answers what is the standard; remove it",
          level: .note)
      }
      return Finding(
        rule: rule, at: range,
        message: "'\(old)' is deprecated and answers what is the standard: remove it",
        level: .note, fix: Fix([edit]))
    }
    let message = "'\(old)' is deprecated; '\(new)' is its current form"
    let known = AvailabilityContext(at: function, platforms: context.platforms)
    guard known.proves(.liquidGlass), !isNamed, index.functions(new, of: type).isEmpty,
      let parameter = function.signature.parameterClause.parameters.first,
      usesOnlyWhatIsCommon(parameter, in: function)
    else {
      return Finding(
        rule: rule, at: range,
        message: message
          + (keepsPopovers(type)
            ? ", and is asked at the same times, since the popovers of '\(type)' stay popovers: "
              + "change it by hand"
            : ", which is also asked when the popover has turned into a sheet: change it where that "
              + "is meant too"),
        level: .note)
    }
    return Finding(
      rule: rule, at: range, message: message, level: .note, safety: .review,
      fix: Fix([
        Edit(range, new),
        Edit(file.range(of: parameter.type), "UIPresentationController"),
      ]))
  }

  /// Whether a type keeps its popovers popovers and is no sheet's delegate in the file, so that
  /// the current methods are asked when the old ones were.
  private func keepsPopovers(_ type: String) -> Bool {
    let isSheetDelegate = ["presentationController", "sheetPresentationController"].contains {
      (index.references[$0] ?? []).contains { MemberUse(of: $0).path == ["delegate"] }
    }
    return !isSheetDelegate
      && PopoverAdaptation.inherited(by: type, in: index, facts: context.facts)
        == PopoverAdaptation.none
  }

  /// Whether the method only names members of its parameter that every presentation has.
  private func usesOnlyWhatIsCommon(
    _ parameter: FunctionParameterSyntax, in function: FunctionDeclSyntax
  ) -> Bool {
    let name = (parameter.secondName ?? parameter.firstName).text
    guard parameter.type.is(IdentifierTypeSyntax.self) else { return false }
    let common = [
      "presentedViewController", "presentingViewController", "containerView", "presentedView",
    ]
    return (index.references[name] ?? []).allSatisfy { reference in
      guard function.holds(reference.position) else { return true }
      return MemberUse(of: reference).path.first.map { common.contains($0) } ?? false
    }
  }

  /// The removal of a method with its lines and the blank line before it; nil where it shares
  /// lines with something else or would take comments with it.
  private func removal(of function: FunctionDeclSyntax) -> Edit? {
    let source = file.source
    let range = file.range(of: function)
    guard let item = function.parent?.as(MemberBlockItemSyntax.self), !item.hasComment,
      source.isFirstOnLine(range.lowerBound), file.endsLine(range.upperBound)
    else { return nil }
    let first = source.lines.index(ofLineAt: range.lowerBound)
    let last = source.lines.index(ofLineAt: range.upperBound)
    var start = source.lines.range(ofLine: first).lowerBound
    let end = source.lines.range(ofLine: last).upperBound
    if first > 0 {
      let before = source.lines.range(ofLine: first - 1)
      if source.isBlank(before) { start = before.lowerBound }
    }
    return Edit(ByteRange(start, end), "")
  }
}

extension FunctionDeclSyntax {
  /// Whether the method does nothing but say yes.
  fileprivate var isStandardAnswer: Bool {
    guard name.text == "popoverPresentationControllerShouldDismissPopover",
      !modifiers.contains(where: { $0.name.tokenKind == .keyword(.override) }),
      attributes.isEmpty || attributes.trimmedText == "@objc",
      let items = body?.statements, items.count == 1, let only = items.givenBack.first
    else { return false }
    return only.as(BooleanLiteralExprSyntax.self)?.literal.tokenKind == .keyword(.true)
  }
}

extension SyntaxProtocol {
  /// Whether there is a comment before the node or in it.
  fileprivate var hasComment: Bool {
    tokens(viewMode: .sourceAccurate).contains { token in
      (token.leadingTrivia.pieces + token.trailingTrivia.pieces).contains { piece in
        switch piece {
        case .lineComment, .blockComment, .docLineComment, .docBlockComment: true
        default: false
        }
      }
    }
  }
}
