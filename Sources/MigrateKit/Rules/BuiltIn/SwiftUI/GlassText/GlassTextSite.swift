import SwiftSyntax

/// A marked text with what its glass needs to know.
struct GlassTextSite {
  /// What is to be done.
  enum Judgement {
    case left(String)
    case advice(String)
    /// The code of the string, and of the font where one is given.
    case fix(text: String, font: String?)
  }

  /// The comment that marks a text.
  static let marker = "migrate:glass-text"

  /// The `Text(…)` call.
  let call: FunctionCallExprSyntax
  /// The view after which the modifier goes.
  let end: ExprSyntax
  /// What is to be done.
  let judgement: Judgement

  /// The marked texts of a file.
  static func all(in index: SourceIndex) -> [GlassTextSite] {
    index.calls.compactMap { call in
      guard call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text == "Text",
        isMarked(call)
      else { return nil }
      return GlassTextSite(call, index)
    }
  }

  private static func isMarked(_ call: FunctionCallExprSyntax) -> Bool {
    (call.leadingTrivia.pieces + call.trailingTrivia.pieces).contains { piece in
      switch piece {
      case .lineComment(let text), .blockComment(let text): text.contains(marker)
      default: false
      }
    }
  }

  private init(_ call: FunctionCallExprSyntax, _ index: SourceIndex) {
    self.call = call
    var end = ExprSyntax(call)
    var font: String?
    var hasColor = false
    var problem: String?
    var isDone = false
    var current = ExprSyntax(call)
    while let access = current.parent?.as(MemberAccessExprSyntax.self),
      let outer = access.parent?.as(FunctionCallExprSyntax.self),
      outer.calledExpression.id == access.id, let link = ModifierLink(outer)
    {
      current = ExprSyntax(outer)
      if outer.trimmedText.contains(GlassTextSource.name + "(") { isDone = true }
      switch link.name {
      case "font":
        font = link.argument("").map { Self.font($0) }
      case "bold", "italic":
        guard outer.arguments.isEmpty, let known = font else {
          problem = "give it a font that has the weight"
          break
        }
        font = "\(known).\(link.name)()"
      case "fontWeight":
        guard let weight = link.argument(""), let known = font else {
          problem = "give it a font that has the weight"
          break
        }
        font = "\(known).weight(\(weight.trimmedText))"
      case "fontDesign", "kerning", "tracking", "textCase":
        problem = "'\(link.name)' changes its letters, which the shape cannot follow"
      case "foregroundColor", "foregroundStyle":
        hasColor = true
        continue
      default: continue
      }
      if hasColor { problem = problem ?? "move its colour below its font" }
      end = current
    }
    self.end = end
    if isDone {
      judgement = .left("alreadyMigrated")
    } else if let problem {
      judgement = .advice(problem)
    } else if let text = Self.text(of: call, index) {
      judgement = .fix(text: text, font: font)
    } else {
      judgement = .advice(
        "its string is not shown here: use a literal without values, or 'Text(verbatim:)'")
    }
  }

  private static func font(_ value: ExprSyntax) -> String {
    let text = value.trimmedText
    return text.hasPrefix(".") ? "Font" + text : text
  }

  /// The code of the string that a text shows.
  private static func text(of call: FunctionCallExprSyntax, _ index: SourceIndex) -> String? {
    guard call.arguments.count == 1, call.trailingClosure == nil,
      let argument = call.arguments.first
    else { return nil }
    let value = argument.expression
    if let literal = value.as(StringLiteralExprSyntax.self) {
      guard literal.representedLiteralValue != nil,
        literal.openingQuote.tokenKind == .stringQuote
      else { return nil }
      let code = literal.trimmedText
      return argument.label?.text == "verbatim" ? code : "String(localized: \(code))"
    }
    guard let reference = value.as(DeclReferenceExprSyntax.self) else { return nil }
    if argument.label?.text == "verbatim" { return reference.trimmedText }
    guard argument.label == nil, let declaration = index.declaration(of: reference),
      declaration.annotation?.trimmedText == "String"
    else { return nil }
    return reference.trimmedText
  }
}
