import SwiftSyntax

/// Writes a `GlassEffectContainer` around a stack.
struct GlassContainerWriter {
  private let file: ParsedFile
  private let context: RuleContext

  init(_ file: ParsedFile, _ context: RuleContext) {
    self.file = file
    self.context = context
  }

  /// The fix: around the stack where only systems with glass get there, else through a helper.
  func fix(for group: GlassGroups.Group) -> Fix? {
    let known = AvailabilityContext(at: group.stack, platforms: context.platforms)
    guard known.provesGlass else { return helped(group) }
    guard let first = group.stack.firstToken(viewMode: .sourceAccurate),
      !AnonymousArguments.areUsed(from: first, in: group.stack)
    else { return nil }
    let source = file.source
    let range = file.range(of: group.stack)
    let head = "GlassEffectContainer\(spacing(of: group.stack)) {"
    let firstLine = source.lines.index(ofLineAt: range.lowerBound)
    let lastLine = source.lines.index(ofLineAt: range.upperBound)
    guard firstLine < lastLine else {
      return Fix([
        Edit(insertAt: range.lowerBound, head + " "), Edit(insertAt: range.upperBound, " }"),
      ])
    }
    guard source.isFirstOnLine(range.lowerBound) else { return nil }
    let unit = source.indentation
    let line = source.lineEnding + source.indentation(ofLineAt: range.lowerBound)
    let verbatim = MultilineStrings(in: Syntax(group.stack)).lineStarts(in: source)
    var edits = [Edit(insertAt: range.lowerBound, head + line + unit)]
    for index in (firstLine + 1)...lastLine {
      let start = source.lines.starts[index]
      let text = source.text(in: source.lines.range(ofLine: index))
      if verbatim.contains(start) || text.allSatisfy(\.isWhitespace) { continue }
      edits.append(Edit(insertAt: start, unit))
    }
    edits.append(Edit(insertAt: range.upperBound, line + "}"))
    return Fix(edits)
  }

  /// `.since26 { stack in GlassEffectContainer { stack } }` after the stack.
  private func helped(_ group: GlassGroups.Group) -> Fix? {
    let gate = Gate(.liquidGlass, at: group.stack, in: file, context: context)
    guard gate.decision == .gate else { return nil }
    let source = file.source
    let view = ViewGate(.liquidGlass, in: file, context: context)
    let parameter = FreshName.make("stack", in: group.stack)
    let body = SourceLines([
      "GlassEffectContainer\(spacing(of: group.stack)) { \(parameter) }"
    ])
    let code = view.since(body, around: parameter, needs: EmittedAPI.glassEffect.requirement)
    let range = file.range(of: group.stack)
    let line = source.indentation(ofLineAt: range.lowerBound)
    let isMultiline =
      source.lines.index(ofLineAt: range.lowerBound)
      != source.lines.index(ofLineAt: range.upperBound)
    let lead = isMultiline ? source.lineEnding + line : ""
    guard isMultiline || code.lines.count == 1 else { return nil }
    let text = lead + code.text(after: line, lineEnding: source.lineEnding)
    let edits = [Edit(insertAt: range.upperBound, text), view.declaration(of: [.since])]
    return Fix(edits.compactMap { $0 })
  }

  /// The spacing of the stack as an argument, where it may be written a second time.
  private func spacing(of stack: FunctionCallExprSyntax) -> String {
    guard let spacing = stack.arguments.first(where: { $0.label?.text == "spacing" })?.expression,
      spacing.is(IntegerLiteralExprSyntax.self) || spacing.is(FloatLiteralExprSyntax.self)
        || spacing.is(DeclReferenceExprSyntax.self) || spacing.is(MemberAccessExprSyntax.self)
    else { return "" }
    return "(spacing: \(spacing.trimmedText))"
  }
}
