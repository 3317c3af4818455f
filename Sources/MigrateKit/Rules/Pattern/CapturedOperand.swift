import SwiftSyntax

/// Where an expression stands: how its chain of postfix links ends, and what is around that.
struct OperandPlace: Hashable, Sendable {
  /// Whether links follow the expression.
  var isContinued = false
  /// The syntax around the end of the chain; nil where the chain is the whole code.
  var around: SyntaxKind?
  /// Which part of that it is.
  var index = 0
  /// The operator beside it.
  var symbol: String?

  init() {}

  /// - Parameter isWhole: whether a node is the code as a whole.
  init(of node: Syntax, isWhole: (Syntax) -> Bool) {
    var current = node
    while !isWhole(current) {
      // A '?' ends an assignment, too.
      guard let link = PostfixChain.link(on: current) ?? Self.assignment(to: current) else { break }
      current = link
      isContinued = true
    }
    guard !isWhole(current), let parent = current.parent, !parent.is(CodeBlockItemSyntax.self)
    else { return }
    around = parent.kind
    guard let infix = parent.as(InfixOperatorExprSyntax.self) else { return }
    symbol = infix.operator.trimmedText
    index = infix.leftOperand.id == current.as(ExprSyntax.self)?.id ? 0 : 1
  }

  private static func assignment(to node: Syntax) -> Syntax? {
    guard let infix = node.parent?.as(InfixOperatorExprSyntax.self),
      infix.operator.is(AssignmentExprSyntax.self),
      infix.leftOperand.id == node.as(ExprSyntax.self)?.id
    else { return nil }
    return Syntax(infix)
  }
}

/// Code of a placeholder that means something else at another place.
struct CapturedOperand {
  private let node: Syntax
  private let place: OperandPlace
  /// Whether a closure of the match is around it.
  private let isInClosure: Bool

  init?(_ node: Syntax, scope: ByteRange, in file: ParsedFile) {
    guard node.is(ExprSyntax.self) else { return nil }
    self.node = node
    var isInClosure = false
    var next = node.parent
    while let parent = next, scope.contains(file.range(of: parent)), !isInClosure {
      isInClosure = parent.is(ClosureExprSyntax.self)
      next = parent.parent
    }
    self.isInClosure = isInClosure
    place = OperandPlace(of: node) { node in
      let range = file.range(of: node)
      return range == scope || !scope.contains(range)
    }
  }

  /// Whether parentheses are needed at a place of a template.
  ///
  /// - Throws: why the code cannot stand there.
  func needsParentheses(
    at target: OperandPlace, isInClosure isTargetInClosure: Bool
  ) throws(TemplateRenderer.Failure) -> Bool {
    if node.is(InOutExprSyntax.self), target.isContinued || target.around != .labeledExpr {
      throw .inOutArgument
    }
    if isTargetInClosure, !isInClosure, Effects.areVisible(in: node) { throw .effects }
    let start = PostfixChain.start(of: node)
    if start.is(SuperExprSyntax.self) {
      let isMember = start.id != node.id || target.isContinued
      if !isMember { throw .superReference }
    }
    if isOptionalChain {
      if place.isContinued {
        guard place == target else { throw .optionalChain }
      } else if target.isContinued {
        return true
      }
    }
    if let member = start.as(MemberAccessExprSyntax.self), member.base == nil {
      if place.isContinued {
        guard place == target else { throw .implicitMember }
      } else if target.isContinued {
        throw .implicitMember
      }
    }
    return false
  }

  /// Whether a `?` ends everything that is applied to the code.
  private var isOptionalChain: Bool {
    var next: Syntax? = node
    while let current = next {
      if current.is(OptionalChainingExprSyntax.self) { return true }
      next = PostfixChain.base(of: current)
    }
    return false
  }
}

/// Finds `try` and `await` that the code around has to allow.
private final class Effects: SyntaxVisitor {
  private var isFound = false

  static func areVisible(in node: Syntax) -> Bool {
    let effects = Effects(viewMode: .sourceAccurate)
    effects.walk(node)
    return effects.isFound
  }

  override func visit(_ node: TryExprSyntax) -> SyntaxVisitorContinueKind {
    if node.questionOrExclamationMark == nil { isFound = true }
    return .visitChildren
  }

  override func visit(_ node: AwaitExprSyntax) -> SyntaxVisitorContinueKind {
    isFound = true
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
