import SwiftSyntax

/// Walks from a node to the root of its file and collects what is known of one platform.
struct AvailabilityClimb {
  let platform: Platform

  func constrain(_ bounds: inout PlatformBounds, at node: Syntax) {
    constrain(&bounds, attributesOf: node)
    var child = node
    while let parent = child.parent {
      constrain(&bounds, from: child, in: parent)
      constrain(&bounds, attributesOf: parent)
      child = parent
    }
  }

  private func constrain(_ bounds: inout PlatformBounds, from child: Syntax, in parent: Syntax) {
    switch parent.kind {
    case .codeBlockItemList:
      guard let list = parent.as(CodeBlockItemListSyntax.self) else { return }
      for item in list {
        if item.position >= child.position { break }
        constrain(&bounds, afterRunning: item)
      }
    case .conditionElementList:
      guard let list = parent.as(ConditionElementListSyntax.self) else { return }
      let earlier = list.prefix { $0.position < child.position }
      for element in earlier { constrain(&bounds, by: element, holds: true) }
    case .ifExpr:
      guard let branch = parent.as(IfExprSyntax.self) else { return }
      if child.id == branch.body.id {
        constrain(&bounds, byAll: branch.conditions)
      } else if let other = branch.elseBody, child.id == Syntax(other).id {
        constrain(&bounds, byFailureOf: branch.conditions)
      }
    case .guardStmt:
      guard let exit = parent.as(GuardStmtSyntax.self), child.id == exit.body.id else { return }
      constrain(&bounds, byFailureOf: exit.conditions)
    case .whileStmt:
      guard let loop = parent.as(WhileStmtSyntax.self), child.id == loop.body.id else { return }
      constrain(&bounds, byAll: loop.conditions)
    case .ifConfigClauseList:
      guard let list = parent.as(IfConfigClauseListSyntax.self),
        let clause = child.as(IfConfigClauseSyntax.self)
      else { return }
      if BuildCondition(platform: platform).isCompiled(clause, among: list) == .no {
        bounds.isBuilt = false
      }
    default: break
    }
  }

  private func constrain(_ bounds: inout PlatformBounds, byAll list: ConditionElementListSyntax) {
    for element in list { constrain(&bounds, by: element, holds: true) }
  }

  /// Several conditions that failed together say nothing of any one of them.
  private func constrain(
    _ bounds: inout PlatformBounds, byFailureOf list: ConditionElementListSyntax
  ) {
    guard list.count == 1, let only = list.first else { return }
    constrain(&bounds, by: only, holds: false)
  }

  private func constrain(
    _ bounds: inout PlatformBounds, by element: ConditionElementSyntax, holds: Bool
  ) {
    guard case .availability(let condition) = element.condition else { return }
    AvailabilityClause(condition).constrain(&bounds, on: platform, holds: holds)
  }

  private func constrain(_ bounds: inout PlatformBounds, afterRunning item: CodeBlockItemSyntax) {
    switch item.item {
    case .stmt(let statement):
      if let exit = statement.as(GuardStmtSyntax.self) {
        constrain(&bounds, byAll: exit.conditions)
      } else if let expression = statement.as(ExpressionStmtSyntax.self) {
        constrain(&bounds, afterRunning: expression.expression.as(IfExprSyntax.self))
      }
    case .expr(let expression):
      constrain(&bounds, afterRunning: expression.as(IfExprSyntax.self))
    case .decl(let declaration):
      constrain(&bounds, afterRunning: declaration.as(IfConfigDeclSyntax.self))
    @unknown default: break
    }
  }

  private func constrain(_ bounds: inout PlatformBounds, afterRunning start: IfExprSyntax?) {
    var next = start
    while let branch = next {
      next = nil
      switch branch.elseBody {
      case .codeBlock(let block) where block.alwaysExits && !branch.body.alwaysExits:
        constrain(&bounds, byAll: branch.conditions)
      case .ifExpr(let chained) where branch.body.alwaysExits:
        constrain(&bounds, byFailureOf: branch.conditions)
        next = chained
      default:
        if branch.body.alwaysExits { constrain(&bounds, byFailureOf: branch.conditions) }
      }
    }
  }

  private func constrain(
    _ bounds: inout PlatformBounds, afterRunning start: IfConfigDeclSyntax?
  ) {
    // Only one level: a directive inside a directive's early exit is not followed.
    guard let start else { return }
    let condition = BuildCondition(platform: platform)
    for clause in start.clauses
    where condition.isCompiled(clause, among: start.clauses) == .yes {
      guard case .statements(let items) = clause.elements else { continue }
      for item in items where !item.item.is(IfConfigDeclSyntax.self) {
        constrain(&bounds, afterRunning: item)
      }
    }
  }

  private func constrain(_ bounds: inout PlatformBounds, attributesOf node: Syntax) {
    guard let owner = node.asProtocol((any WithAttributesSyntax).self) else { return }
    AvailabilityAttributes(owner.attributes).constrain(&bounds, on: platform)
  }
}

extension CodeBlockSyntax {
  /// Whether control never falls out of the end of the block, seen from its last statement.
  var alwaysExits: Bool {
    guard let last = statements.last else { return false }
    switch last.item {
    case .stmt(let statement):
      return [.returnStmt, .throwStmt, .breakStmt, .continueStmt, .fallThroughStmt]
        .contains(statement.kind)
    case .expr(let expression):
      guard let call = expression.as(FunctionCallExprSyntax.self),
        let name = call.calledExpression.as(DeclReferenceExprSyntax.self)
      else { return false }
      return ["fatalError", "preconditionFailure", "exit", "abort"].contains(name.baseName.text)
    default: return false
    }
  }
}
