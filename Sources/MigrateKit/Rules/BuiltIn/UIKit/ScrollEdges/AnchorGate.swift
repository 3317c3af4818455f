import SwiftSyntax

/// Chooses between two vertical anchors by system, through one private function a file.
///
/// `old` becomes `old.since26(new)`, a change that only adds code and that serves arrays, arguments
/// and locals alike.
struct AnchorGate {
  private let file: ParsedFile
  private let context: RuleContext
  private let scope: Syntax
  private let name: String
  private let isPresent: Bool

  private static let type = "NSLayoutYAxisAnchor"

  /// Looks at the file for the function.
  ///
  /// - Parameter node: A place where the function is to be called; it is declared at the end of the
  ///   file, or of the `#if` clause that the place is in.
  init(at node: some SyntaxProtocol, in file: ParsedFile, context: RuleContext) {
    self.file = file
    self.context = context
    scope = Self.scope(of: Syntax(node))
    let gate = Self.gate(scope, file, context)
    let declared = DeclaredFunctions.shared(of: file)
    let candidates = ["since26", "replacedSince26"]
    let present = candidates.first { candidate in
      let text = Self.function(named: candidate, gate: gate, unit: file.source.indentation)
        .text(after: "", lineEnding: "\n")
      return declared.has(DeclaredFunctions.tokens(of: text), named: candidate)
    }
    name =
      present ?? candidates.first { !declared.isTaken($0) }
      ?? FreshName.make(candidates[1], in: file.tree)
    isPresent = present != nil
  }

  /// The edits that make an anchor another one on the version and later.
  func edits(replacing anchor: ExprSyntax, by new: String) -> [Edit] {
    let end = file.range(of: anchor).upperBound
    let edit = Edit(insertAt: end, ".\(name)(\(new))")
    return [edit] + (declaration.map { [$0] } ?? [])
  }

  private var declaration: Edit? {
    guard !isPresent else { return nil }
    let unit = file.source.indentation
    let function = Self.function(
      named: name, gate: Self.gate(scope, file, context), unit: unit)
    let lines =
      SourceLines(["", "", "fileprivate extension \(Self.type) {"])
      + function.indented(by: unit) + ["}"]
    return Edit(insertAt: end, lines.text(after: "", lineEnding: file.source.lineEnding))
  }

  private var end: Int {
    if let clause = scope.as(IfConfigClauseSyntax.self), let elements = clause.elements {
      return file.range(of: elements).upperBound
    }
    let bytes = file.source.bytes
    return (bytes.lastIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } ?? -1) + 1
  }

  /// The outermost `#if` clause around a place, else the file.
  private static func scope(of node: Syntax) -> Syntax {
    var current = node
    var scope: Syntax?
    while let parent = current.parent {
      if parent.is(IfConfigClauseSyntax.self), parent.enclosingTypeName == nil,
        parent.enclosingFunction == nil
      {
        scope = parent
      }
      current = parent
    }
    return scope ?? current
  }

  private static func gate(_ scope: Syntax, _ file: ParsedFile, _ context: RuleContext) -> Gate {
    let elements = scope.as(IfConfigClauseSyntax.self)?.elements
    let node = elements.map { Syntax($0) } ?? scope
    return Gate(.liquidGlass, at: node, in: file, context: context, drops: true)
  }

  private static func function(named name: String, gate: Gate, unit: String) -> SourceLines {
    let body =
      gate.runTimeCondition == nil
      ? gate.either(since: ["return new"], before: ["return self"])
      : gate.since(["return new"]) + ["return self"]
    return SourceLines([
      "/// This anchor before iOS 26.0, and `new` from there on.",
      "func \(name)(_ new: \(type)) -> \(type) {",
    ]) + body.indented(by: unit) + ["}"]
  }
}
