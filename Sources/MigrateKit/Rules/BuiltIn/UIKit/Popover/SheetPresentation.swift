import SwiftSyntax

/// A sheet that a function sets up and presents.
struct SheetPresentation {
  /// The presented controller's name.
  let name: String
  /// The presented controller as the call of `present` names it.
  let presented: ExprSyntax
  /// The presented controller's variable.
  let controller: NamedObject
  /// The statements that set the sheet up, one after the other.
  let setUp: [CodeBlockItemSyntax]
  /// The statement that presents it.
  let presentation: CodeBlockItemSyntax
  /// The function.
  let function: FunctionDeclSyntax
  /// The class whose function it is.
  let type: String
  /// Whether one of its detents is the large one.
  let isLarge: Bool

  /// Every such sheet of a file with a detent other than the large one, in source order.
  static func all(in index: SourceIndex) -> [SheetPresentation] {
    index.calls.compactMap { SheetPresentation($0, in: index) }
  }

  private init?(_ call: FunctionCallExprSyntax, in index: SourceIndex) {
    guard call.calledExpression.core.referenceOfName?.baseName.text == "present",
      let presented = call.arguments.first, presented.label == nil,
      let reference = presented.expression.as(DeclReferenceExprSyntax.self),
      let item = call.parent?.as(CodeBlockItemSyntax.self),
      let list = item.parent?.as(CodeBlockItemListSyntax.self),
      let function = list.parent?.parent?.as(FunctionDeclSyntax.self),
      let type = function.enclosingTypeName,
      let controller = NamedObject(ExprSyntax(reference), in: index),
      case .local(let binding) = controller.declaration, list.holds(binding.position)
    else { return nil }
    let name = reference.baseName.text
    let mentions = list.enumerated().filter { _, statement in
      statement.tokens(viewMode: .sourceAccurate).contains {
        $0.text == "sheetPresentationController"
      }
    }
    guard let first = mentions.first, let last = mentions.last else { return nil }
    let items = Array(list)
    var start = first.offset
    var end = last.offset
    while start > 0, items[start - 1].setsUpSheet(of: name) { start -= 1 }
    while end + 1 < items.count, items[end + 1].setsUpSheet(of: name) { end += 1 }
    let run = Array(items[start...end])
    guard run.allSatisfy({ $0.setsUpSheet(of: name) }) else { return nil }
    var detents: [String] = []
    for reference in index.references["detents"] ?? []
    where run.contains(where: { $0.holds(reference.position) }) {
      guard case .assigned(let value) = MemberUse(of: reference).kind else { return nil }
      guard let array = value.core.as(ArrayExprSyntax.self) else { return nil }
      detents += array.elements.map { $0.expression.trimmedText }
    }
    let large = detents.filter { $0.hasSuffix(".large()") }
    guard large.count < detents.count else { return nil }
    self.name = name
    self.presented = presented.expression
    self.controller = controller
    setUp = run
    presentation = item
    self.function = function
    self.type = type
    isLarge = !large.isEmpty
  }

  /// The adaptive delegate of the sheet, which its popover would take away.
  var hasDelegate: Bool {
    controller.uses.contains { use in
      use.path.last == "delegate"
        && ["presentationController", "sheetPresentationController"].contains(use.path.first)
    }
      || setUp.contains { item in
        item.tokens(viewMode: .sourceAccurate).contains { $0.text == "delegate" }
      }
  }

  /// Whether something but the statements of the set-up says how it is presented.
  var isPresentedOtherwise: Bool {
    controller.uses.contains { use in
      let isOfStyle = ["modalPresentationStyle", "popoverPresentationController"]
        .contains(use.path.first)
      return isOfStyle && !setUp.contains { $0.holds(use.node.position) }
    }
  }
}

extension CodeBlockItemSyntax {
  /// Whether the statement does nothing but set up the sheet of a controller.
  fileprivate func setsUpSheet(of name: String) -> Bool {
    switch item {
    case .expr(let expression):
      if let choice = expression.as(IfExprSyntax.self) { return choice.setsUpSheet(of: name) }
      guard let assignment = expression.as(InfixOperatorExprSyntax.self) else { return false }
      return assignment.leftOperand.path.first == name
        && ["sheetPresentationController", "modalPresentationStyle", "isModalInPresentation"]
          .contains(assignment.leftOperand.path.dropFirst().first)
    case .stmt(let statement):
      return statement.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self)?
        .setsUpSheet(of: name) ?? false
    default:
      return false
    }
  }
}

extension IfExprSyntax {
  /// Whether the statement is `if let … = name.sheetPresentationController` with nothing else,
  /// perhaps inside a check for the system's version.
  fileprivate func setsUpSheet(of name: String) -> Bool {
    guard elseBody == nil, conditions.count == 1 else { return false }
    if case .availability? = conditions.first?.condition {
      return body.statements.allSatisfy { $0.setsUpSheet(of: name) }
    }
    guard case .optionalBinding(let binding)? = conditions.first?.condition,
      let value = binding.initializer?.value
    else { return false }
    return value.path == [name, "sheetPresentationController"]
  }
}

extension ExprSyntax {
  /// The names of a path of members; empty for anything else.
  fileprivate var path: [String] {
    let core = core
    if let reference = core.as(DeclReferenceExprSyntax.self) { return [reference.baseName.text] }
    guard let access = core.as(MemberAccessExprSyntax.self), let base = access.base else {
      return []
    }
    let outer = base.path
    return outer.isEmpty ? [] : outer + [access.declName.baseName.text]
  }
}
