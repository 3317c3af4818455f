import SwiftParser
import SwiftSyntax

/// A manifest written in Swift, as the calls in it and the values of its constants.
///
/// The tree is walked with an own stack, so that no nesting in a manifest can exhaust the thread's.
struct ManifestSyntax {
  private static let limit = 256 << 10

  /// Every call, in the order of the source.
  private(set) var calls: [ManifestCall] = []
  private var constants: [String: ExprSyntax] = [:]
  private let tree: SourceFileSyntax

  /// Parses the bytes; what does not parse is passed over.
  ///
  /// - Parameter shared: other files of the manifest, whose constants count where it has none.
  init(_ bytes: [UInt8], shared: [ManifestSyntax] = []) {
    for file in shared {
      constants.merge(file.constants) { first, _ in first }
    }
    self.tree = bytes.withUnsafeBufferPointer { Parser.parse(source: $0) }
    var pending: [(node: Syntax, isDependency: Bool)] = [(Syntax(tree), false)]
    while let (node, isDependency) = pending.popLast() {
      var isDependency = isDependency
      if let call = node.as(FunctionCallExprSyntax.self) {
        var found = ManifestCall(call)
        found.isDependency = isDependency
        calls.append(found)
      } else if let binding = node.as(PatternBindingSyntax.self),
        let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
        let value = binding.initializer?.value ?? Self.onlyExpression(of: binding.accessorBlock)
      {
        constants[name] = value
      } else if let argument = node.as(LabeledExprSyntax.self) {
        isDependency = isDependency || argument.label?.text == "dependencies"
      }
      pending += node.children(viewMode: .sourceAccurate).reversed().map { ($0, isDependency) }
    }
  }

  /// Reads a manifest; nil, with a problem, when it cannot be read or goes too deep.
  static func read(_ path: String, files: ProjectFiles, shared: [ManifestSyntax] = [])
    -> ManifestSyntax?
  {
    guard let bytes = files.bytes(of: path) else { return nil }
    guard bytes.count <= limit else {
      files.report(
        .tooLarge, in: path, "has over \(limit) bytes; give '--minimum' for its files")
      return nil
    }
    guard ManifestNesting.isBounded(bytes) else {
      files.report(
        .notParsed, in: path, "nests deeper than is followed; give '--minimum' for its files")
      return nil
    }
    return ManifestSyntax(bytes, shared: shared)
  }

  /// The expression of a getter that is nothing else.
  private static func onlyExpression(of accessors: AccessorBlockSyntax?) -> ExprSyntax? {
    guard case .getter(let items)? = accessors?.accessors, items.count == 1,
      case .expr(let expression)? = items.first?.item
    else { return nil }
    return expression
  }

  /// Whether the file imports a module.
  func imports(_ module: String) -> Bool {
    tree.statements.contains {
      $0.item.as(ImportDeclSyntax.self)?.path.first?.name.text == module
    }
  }

  /// The expression that a name stands for where it is a constant of this file; else itself.
  func value(of expression: ExprSyntax) -> ExprSyntax {
    var current = expression
    for _ in 0..<8 {
      let name =
        current.as(DeclReferenceExprSyntax.self)?.baseName.text
        ?? current.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      guard let name, let next = constants[name] else { return current }
      current = next
    }
    return current
  }

  /// The elements of an array literal, of a constant that is one, or of a sum of such.
  func elements(of expression: ExprSyntax) -> [ExprSyntax] {
    let value = value(of: expression)
    if let array = value.as(ArrayExprSyntax.self) { return array.elements.map(\.expression) }
    guard let sequence = value.as(SequenceExprSyntax.self) else { return [] }
    return sequence.elements.flatMap { part -> [ExprSyntax] in
      self.value(of: part).as(ArrayExprSyntax.self)?.elements.map(\.expression) ?? []
    }
  }
}

/// A call in a manifest: its last name and its arguments.
struct ManifestCall {
  /// The last part of what is called: `target` of `.target(…)` and of `Target.target(…)`.
  let name: String
  /// Whether it stands inside an argument labelled `dependencies`, where a target is only named.
  var isDependency = false
  private let arguments: [LabeledExprSyntax]

  /// Makes the call of a syntax node.
  init(_ call: FunctionCallExprSyntax) {
    self.name =
      call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
      ?? call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? ""
    self.arguments = Array(call.arguments)
  }

  /// The argument with a label.
  func argument(_ label: String) -> ExprSyntax? {
    arguments.first { $0.label?.text == label }?.expression
  }

  /// The argument at a position.
  func argument(at index: Int) -> ExprSyntax? {
    arguments.indices.contains(index) ? arguments[index].expression : nil
  }

  /// The arguments that have a label, in order.
  var labeledArguments: [(label: String, value: ExprSyntax)] {
    arguments.compactMap { argument in
      argument.label.map { ($0.text, argument.expression) }
    }
  }

  /// The string literal of the argument with a label.
  func text(_ label: String) -> String? { argument(label).flatMap(Self.text) }

  /// The string literal of the argument at a position.
  func text(at index: Int) -> String? { argument(at: index).flatMap(Self.text) }

  /// The name of an implicit member at a position: `v15` of `.v15`.
  func member(at index: Int) -> String? {
    argument(at: index)?.as(MemberAccessExprSyntax.self)?.declName.baseName.text
  }

  /// The text of a string literal without interpolation.
  static func text(_ expression: ExprSyntax) -> String? {
    expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }
}
