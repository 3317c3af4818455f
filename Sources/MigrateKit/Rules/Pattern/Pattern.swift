import SwiftOperators
import SwiftParser
import SwiftSyntax

/// Swift code with placeholders, read under a syntactic category.
///
/// `$x` stands for one piece of code, `$$$xs` for any number of items, `$_` and `$$$` for code that
/// is not kept; a name that comes twice means the same code. White space and comments mean nothing.
public struct Pattern: Sendable {
  /// What kind of code a pattern is.
  public enum Category: String, CaseIterable, Sendable {
    case expr
    case stmt
    case decl
    case type
    case member
  }

  /// What kind of code it is.
  public let category: Category
  let root: PatternNode
  /// The placeholders, in order, those without names included.
  let metavariables: [Metavariable]
  /// Texts that every match holds.
  let needles: [String]
  /// What stands around each of them.
  let forms: [String: Needles.Form]

  /// Reads a pattern.
  ///
  /// - Throws: what is wrong with the text.
  public init(_ text: String, as category: Category) throws(PatternProblem) {
    let node: Syntax
    do throws(PatternProblem) {
      node = try PatternText.node(of: text, as: category)
    } catch {
      throw PatternText.problem(error, with: text, as: category)
    }
    var compiler = PatternCompiler()
    let root = compiler.compile(node)
    if let problem = compiler.problem { throw problem }
    self.category = category
    self.root = root
    metavariables = compiler.metavariables
    needles = compiler.needles
    forms = compiler.forms
  }

  /// The names of the placeholders that keep code.
  var names: Set<String> { Set(metavariables.compactMap(\.name)) }

  /// The node that the pattern is compared with, where a node is of its category.
  func subject(of node: Syntax) -> Syntax? {
    if case .expansion = root, category != .stmt { return isExpansion(node) ? node : nil }
    return switch category {
    case .expr: node.is(ExprSyntax.self) ? node : nil
    case .type: node.is(TypeSyntax.self) ? node : nil
    case .decl: node.is(DeclSyntax.self) ? node : nil
    case .member:
      node.is(DeclSyntax.self) && node.parent?.is(MemberBlockItemSyntax.self) == true ? node : nil
    case .stmt: node.as(CodeBlockItemSyntax.self).map { Syntax($0.item) }
    }
  }

  /// Whether a node is one of a macro's expansions; by themselves these read as expressions.
  private func isExpansion(_ node: Syntax) -> Bool {
    guard node.is(MacroExpansionExprSyntax.self) || node.is(MacroExpansionDeclSyntax.self) else {
      return false
    }
    guard category == .member else { return true }
    return node.parent?.is(MemberBlockItemSyntax.self) == true
  }
}

/// Parses the Swift texts of recipes.
enum PatternText {
  /// The largest text that is read, in bytes.
  static let limit = 20_000

  /// The one node that a text is.
  static func node(
    of text: String, as category: Pattern.Category
  ) throws(PatternProblem) -> Syntax {
    try checkSize(of: text)
    let node: Syntax
    var parser = Parser(text)
    switch category {
    case .expr: node = Syntax(ExprSyntax.parse(from: &parser))
    case .type: node = Syntax(TypeSyntax.parse(from: &parser))
    case .decl, .member: node = Syntax(DeclSyntax.parse(from: &parser))
    case .stmt:
      let statements = Parser.parse(source: text).statements
      guard statements.count == 1, let only = statements.first else {
        throw PatternProblem(
          "it holds \(statements.count) statements; a 'stmt' is one, and 'follows' and 'precedes'"
            + " say what stands around it",
          at: statements.dropFirst().first?.positionAfterSkippingLeadingTrivia.utf8Offset)
      }
      node = Syntax(only.item)
    }
    if let fault = firstFault(in: node) {
      throw problem("it is no \(name(of: category)) in Swift", fault, in: text)
    }
    return OperatorTable.standardOperators.foldAll(node) { _ in }
  }

  /// The statements that a text holds, at least one.
  static func statements(of text: String) throws(PatternProblem) -> CodeBlockItemListSyntax {
    try checkSize(of: text)
    let statements = Parser.parse(source: text).statements
    if let fault = firstFault(in: Syntax(statements)) {
      throw problem("it is no statement in Swift", fault, in: text)
    }
    guard !statements.isEmpty else { throw PatternProblem("it holds no code") }
    let folded = OperatorTable.standardOperators.foldAll(statements) { _ in }
    return folded.as(CodeBlockItemListSyntax.self) ?? statements
  }

  /// What is wrong with a text that another category may take.
  static func problem(
    _ problem: PatternProblem, with text: String, as category: Pattern.Category
  ) -> PatternProblem {
    if text.contains("available("), text.contains("$") {
      return PatternProblem(
        problem.message + "; versions take no placeholders: ask by 'below' and 'at-least'",
        at: problem.offset)
    }
    let others: [Pattern.Category] = [.decl, .stmt, .expr, .type]
    let fitting = others.first { other in
      guard name(of: other) != name(of: category) else { return false }
      do throws(PatternProblem) {
        _ = try node(of: text, as: other)
        return true
      } catch {
        return false
      }
    }
    guard let fitting else { return problem }
    return PatternProblem(
      "it is \(article(name(of: fitting))), not \(article(name(of: category))); write it under"
        + " '\(fitting.rawValue)'")
  }

  private static func article(_ name: String) -> String {
    (name.hasPrefix("e") ? "an " : "a ") + name
  }

  private static func problem(
    _ words: String, _ fault: Fault, in text: String
  ) -> PatternProblem {
    let hint = text.contains("$") ? "" : "; write it as it would stand in a file"
    if let missing = fault.missing {
      return PatternProblem(
        "\(words): '\(missing)' is missing \(fault.isEnd ? "at its end" : "before '\(fault.text)'")",
        at: fault.offset)
    }
    guard !fault.isEnd else {
      return PatternProblem("\(words): it ends too early\(hint)", at: fault.offset)
    }
    return PatternProblem("\(words), seen from '\(fault.text)' on\(hint)", at: fault.offset)
  }

  private static func checkSize(of text: String) throws(PatternProblem) {
    guard text.utf8.count <= limit else {
      throw PatternProblem("it has more than \(limit) bytes; write a shorter one")
    }
  }

  static func name(of category: Pattern.Category) -> String {
    switch category {
    case .expr: "expression"
    case .stmt: "statement"
    case .decl, .member: "declaration"
    case .type: "type"
    }
  }

  /// The first code that is not proper Swift.
  struct Fault {
    var text: String
    var offset: Int
    /// The sign that should stand there.
    var missing: String?
    var isEnd: Bool { text.isEmpty }

    init(_ node: Syntax?) {
      text = node.map { String($0.trimmedText.prefix(40)) } ?? ""
      offset = node?.positionAfterSkippingLeadingTrivia.utf8Offset ?? 0
    }
  }

  /// Where a tree is not proper Swift; items that are one placeholder are.
  static func firstFault(in node: Syntax) -> Fault? {
    guard node.hasError else { return nil }
    if !node.kind.isSyntaxCollection, let variable = PatternCompiler.onlyVariable(of: node),
      variable.isMany || node.is(MemberBlockItemSyntax.self)
    {
      return nil
    }
    if let unexpected = node.as(UnexpectedNodesSyntax.self) {
      return Fault(Syntax(unexpected))
    }
    if let token = node.as(TokenSyntax.self) {
      guard token.presence == .missing else { return nil }
      var fault = end(of: Syntax(token))
      switch token.tokenKind {
      case .identifier, .stringSegment, .integerLiteral, .floatLiteral, .binaryOperator: break
      default: fault.missing = token.text.isEmpty ? nil : token.text
      }
      return fault
    }
    if node.kind == .missingExpr || node.kind == .missingType || node.kind == .missingDecl {
      return end(of: node)
    }
    for child in node.children(viewMode: .all) {
      if let fault = firstFault(in: child) { return fault }
    }
    return nil
  }

  /// What stands where something is missing.
  private static func end(of node: Syntax) -> Fault {
    if let next = node.nextToken(viewMode: .sourceAccurate) { return Fault(Syntax(next)) }
    var fault = Fault(nil)
    fault.offset = node.endPositionBeforeTrailingTrivia.utf8Offset
    return fault
  }
}
