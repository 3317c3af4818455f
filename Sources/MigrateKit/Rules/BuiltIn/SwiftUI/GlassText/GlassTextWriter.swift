import SwiftSyntax

/// Writes the glass of marked texts, and the modifier where the module has none.
struct GlassTextWriter {
  private let file: ParsedFile
  private let context: RuleContext
  private let gate: ViewGate

  init(_ file: ParsedFile, _ context: RuleContext) {
    self.file = file
    self.context = context
    gate = ViewGate(.liquidGlass, in: file, context: context)
  }

  /// The edits for one text; nil where the name of the modifier is taken.
  func fix(_ site: GlassTextSite, text: String, font: String?) -> Fix? {
    let arguments = "text: \(text)" + (font.map { ", font: \($0)" } ?? "")
    let modifier: SourceLines = [".modifier(\(GlassTextSource.name)(\(arguments)))"]
    let code = gate.since(modifier, needs: .iOS(15))
    var edits = [insertion(code, after: site.end)]
    edits += declarations
    return Fix(edits)
  }

  private func insertion(_ code: SourceLines, after view: ExprSyntax) -> Edit {
    let source = file.source
    let range = file.range(of: view)
    let outer = view.parent?.as(MemberAccessExprSyntax.self)?.period
      .positionAfterSkippingLeadingTrivia.utf8Offset
    let own = ModifierLink.chain(endingWith: view).last?.range.lowerBound
    let indentation =
      [outer, own].compactMap { $0 }.first { source.isFirstOnLine($0) }
      .map { source.indentation(ofLineAt: $0) }
      ?? source.indentation(ofLineAt: range.lowerBound) + source.indentation
    return Edit(
      insertAt: range.upperBound,
      source.lineEnding + indentation
        + broken(code, after: indentation)
        .text(after: indentation, lineEnding: source.lineEnding))
  }

  private static let lineLimit = 100

  /// A closure that would make its line too long, on three lines.
  private func broken(_ code: SourceLines, after indentation: String) -> SourceLines {
    guard code.lines.count == 1, let text = code.lines.first?.text, text.hasSuffix(" }"),
      indentation.count + text.count > Self.lineLimit, let brace = text.firstIndex(of: "{")
    else { return code }
    let body = text[brace...].dropFirst(2).dropLast(2)
    return SourceLines([String(text[...brace]), file.source.indentation + body, "}"])
  }

  /// The helper, the modifier and the import, each where it is missing.
  private var declarations: [Edit] {
    let source = file.source
    let helper = gate.declaration(of: [.since])
    let isThere =
      context.facts.has(GlassTextCollector.kind, about: GlassTextSource.name)
      || DeclaredFunctions.shared(of: file).isTaken(GlassTextSource.name)
    if isThere { return helper.map { [$0] } ?? [] }
    let bytes = source.bytes
    let end = (bytes.lastIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } ?? -1) + 1
    let unit = source.indentation
    let lines = GlassTextSource.lines(isPrivate: true).map { line in
      let depth = line.prefix { $0 == " " }.count / 4
      return String(repeating: unit, count: depth) + line.dropFirst(depth * 4)
    }
    let text = (["", ""] + lines).joined(separator: source.lineEnding)
    var edits = [Edit(insertAt: helper?.byteRange.lowerBound ?? end, (helper?.text ?? "") + text)]
    if !FileImports.shared(of: file).modules.contains("CoreText"), let place = lastImport {
      edits.append(Edit(insertAt: place, source.lineEnding + "import CoreText"))
    }
    return edits
  }

  /// The end of the last import at the top of the file.
  private var lastImport: Int? {
    file.tree.statements.last { $0.item.is(ImportDeclSyntax.self) }
      .map { file.range(of: $0).upperBound }
  }
}
