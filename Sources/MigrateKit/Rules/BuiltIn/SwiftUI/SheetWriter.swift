import SwiftSyntax

/// Writes the edits of the sheets of one file.
struct SheetWriter {
  private let file: ParsedFile
  private let gate: ViewGate
  private let surfaces: [SheetSurface]

  init(_ file: ParsedFile, _ context: RuleContext, surfaces: [SheetSurface]) {
    self.file = file
    self.surfaces = surfaces
    gate = ViewGate(.liquidGlass, in: file, context: context)
  }

  /// The edits that adapt the sheet of a site: all its sites, and what its content needs then.
  func fix(for site: SheetSite, among sites: [SheetSite]) -> Fix? {
    let together = sites.filter { other in
      guard case .fix = other.judgement else { return false }
      return other.surface == site.surface
    }
    var edits: [Edit] = []
    var kinds: Set<ViewGate.Kind> = []
    var links: [ModifierLink] = []
    for other in together {
      switch other.kind {
      case .modifier(let link): links.append(link)
      case .fill(let view):
        kinds.insert(.since)
        edits.append(insertion([".hidden()"], needs: .viewPadding, after: view))
      }
    }
    for group in Self.groups(links) {
      guard let edit = gated(group) else { return nil }
      kinds.insert(.before)
      edits.append(edit)
    }
    if together.contains(where: \.isBackground),
      let surface = surfaces.first(where: { $0.id == site.surface })
    {
      let companions = companions(of: surface)
      if !companions.isEmpty { kinds.insert(.since) }
      edits += companions
    }
    if let declaration = gate.declaration(of: kinds) { edits.append(declaration) }
    return Fix(edits)
  }

  /// Whether the content of a site's sheet gains modifiers on 26.
  func hasCompanions(for site: SheetSite) -> Bool {
    guard let surface = surfaces.first(where: { $0.id == site.surface }) else { return false }
    return !companions(of: surface).isEmpty
  }

  /// The edits that clear the content of a surface whose background is given elsewhere.
  func companionFix(for surface: SheetSurface) -> Fix? {
    let edits = companions(of: surface)
    guard !edits.isEmpty else { return nil }
    return Fix(edits + [gate.declaration(of: [.since])].compactMap { $0 })
  }

  /// The modifiers that the content of a surface gains on 26.
  func companions(of surface: SheetSurface) -> [Edit] {
    SheetCompanions(surface.leaves).insertions.sorted { $0.key < $1.key }.map { offset, entry in
      var text = ""
      for api in entry.modifiers {
        text += insertion([Self.call(api)], needs: api, after: entry.view).text
      }
      return Edit(insertAt: offset, text)
    }
  }

  private static func call(_ api: EmittedAPI) -> String {
    api == .scrollContentBackground
      ? ".scrollContentBackground(.hidden)" : ".containerBackground(.clear, for: .navigation)"
  }

  /// Runs of modifiers that follow each other directly.
  private static func groups(_ links: [ModifierLink]) -> [[ModifierLink]] {
    var groups: [[ModifierLink]] = []
    for link in links.sorted(by: { $0.range < $1.range }) {
      if let last = groups.last?.last, link.member.base?.id == last.call.id,
        !hasComment(link.member.period.leadingTrivia), !hasComment(last.call.trailingTrivia)
      {
        groups[groups.count - 1].append(link)
      } else {
        groups.append([link])
      }
    }
    return groups
  }

  private static func hasComment(_ trivia: Trivia) -> Bool {
    trivia.contains { piece in
      switch piece {
      case .lineComment, .blockComment, .docLineComment, .docBlockComment: true
      default: false
      }
    }
  }

  private func gated(_ group: [ModifierLink]) -> Edit? {
    guard let first = group.first, let last = group.last else { return nil }
    var lines = SourceLines()
    for (index, link) in group.enumerated() {
      guard let modifier = ViewGate.modifier(link.call, in: file) else { return nil }
      lines = lines + (index == 0 ? modifier : modifier.indented(by: file.source.indentation))
    }
    let range = ByteRange(first.range.lowerBound, last.range.upperBound)
    let indentation = file.source.indentation(ofLineAt: range.lowerBound)
    let text = gate.before(lines).text(after: indentation, lineEnding: file.source.lineEnding)
    return Edit(range, text)
  }

  /// Appends modifiers for 26 to a view, on a line of their own where its chain has such lines.
  private func insertion(_ modifiers: SourceLines, needs api: EmittedAPI, after view: ExprSyntax)
    -> Edit
  {
    let source = file.source
    let range = file.range(of: view)
    let code = gate.since(modifiers, needs: api.requirement)
    let start = source.indentation(ofLineAt: range.lowerBound)
    let link = ModifierLink.chain(endingWith: view).last {
      source.isFirstOnLine($0.range.lowerBound)
    }
    let outer = Syntax(view).parent?.as(MemberAccessExprSyntax.self)?.period
      .positionAfterSkippingLeadingTrivia.utf8Offset
    let isMultiline =
      source.lines.index(ofLineAt: range.lowerBound)
      != source.lines.index(ofLineAt: range.upperBound)
    let indentation: String
    if let link {
      indentation = source.indentation(ofLineAt: link.range.lowerBound)
    } else if let outer, source.isFirstOnLine(outer) {
      indentation = source.indentation(ofLineAt: outer)
    } else if isMultiline {
      indentation = start
    } else if code.lines.count == 1 || sharesLine(view), let line = Self.joined(code) {
      return Edit(insertAt: range.upperBound, line)
    } else {
      indentation = start + source.indentation
    }
    let text =
      source.lineEnding + indentation
      + code.text(after: indentation, lineEnding: source.lineEnding)
    return Edit(insertAt: range.upperBound, text)
  }

  /// Whether other code stands before the view on its line, or after it.
  private func sharesLine(_ view: ExprSyntax) -> Bool {
    let range = file.range(of: view)
    let lines = file.source.lines
    let end = lines.range(ofLine: lines.index(ofLineAt: range.upperBound)).upperBound
    let rest = file.source.text(in: ByteRange(range.upperBound, end))
    return !file.source.isFirstOnLine(range.lowerBound) || !rest.allSatisfy(\.isWhitespace)
  }

  /// The code on one line; nil where a directive needs a line of its own.
  private static func joined(_ code: SourceLines) -> String? {
    let texts = code.lines.map { $0.text.drop { $0 == " " || $0 == "\t" } }
    guard !texts.contains(where: { $0.hasPrefix("#") }) else { return nil }
    return texts.joined(separator: " ")
  }
}
