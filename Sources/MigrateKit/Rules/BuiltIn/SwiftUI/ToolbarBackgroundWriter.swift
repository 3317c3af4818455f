import SwiftSyntax

/// Writes the gates around toolbar backgrounds.
struct ToolbarBackgroundWriter {
  private let file: ParsedFile
  private let gate: ViewGate

  init(_ file: ParsedFile, _ context: RuleContext) {
    self.file = file
    gate = ViewGate(.liquidGlass, in: file, context: context)
  }

  /// The edits that gate a modifier with all of its chain that go as well; nil where one cannot
  /// move into a closure.
  func fix(
    for site: ToolbarBackgroundSite, among sites: [ToolbarBackgroundSite]
  ) -> Fix? {
    let links = sites.filter { other in
      guard case .fix = other.judgement else { return false }
      return other.chain == site.chain
    }.map(\.link)
    var edits: [Edit] = []
    for group in Self.groups(links) {
      guard let edit = gated(group) else { return nil }
      edits.append(edit)
    }
    if let declaration = gate.declaration(of: [.before]) { edits.append(declaration) }
    return Fix(edits)
  }

  /// Runs of modifiers that follow each other directly.
  private static func groups(_ links: [ModifierLink]) -> [[ModifierLink]] {
    var groups: [[ModifierLink]] = []
    for link in links.sorted(by: { $0.range < $1.range }) {
      if let last = groups.last?.last, link.member.base?.id == last.call.id,
        !link.member.period.leadingTrivia.hasComment, !last.call.trailingTrivia.hasComment
      {
        groups[groups.count - 1].append(link)
      } else {
        groups.append([link])
      }
    }
    return groups
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
}
