import SwiftSyntax

/// Glass that is followed by the layout which it should cover, and the edits that swap the two.
struct GlassMove {
  /// The layout modifier.
  let layout: ModifierLink
  /// What has the glass, in words.
  let what: String
  /// Whether the glass is in a part of a `#if`.
  let directive: Bool
  private let site: GlassSite
  private let glass: ModifierLink

  /// Reads a site; nil where the order is no mistake, or nothing shows that it is one.
  init?(of site: GlassSite) {
    guard let link = site.link, let name = site.surface.viewName,
      let what = Self.contents[name], site.chain.transforms.isEmpty,
      site.glass?.isIdentity != true,
      site.chain.before.allSatisfy({ Self.isNeutral($0) }),
      let next = site.chain.after.first, Self.isLayoutOfContent(next)
    else { return nil }
    self.site = site
    glass = link
    layout = next
    self.what = what
    directive = link.directive != nil || next.directive != nil
  }

  private static let contents = ["Text": "text", "Image": "image", "Label": "label"]

  private static func isNeutral(_ link: ModifierLink) -> Bool {
    ModifierNames.environment.contains(link.name)
      || ["fixedSize", "scaledToFit", "opacity", "transition", "animation"].contains(link.name)
  }

  /// Whether a modifier sizes the content: the same padding on all sides, or a fixed size.
  private static func isLayoutOfContent(_ link: ModifierLink) -> Bool {
    let arguments = Array(link.call.arguments)
    guard link.call.trailingClosure == nil else { return false }
    if link.name == "padding" {
      if arguments.isEmpty { return true }
      guard arguments.count == 1, let only = arguments.first, only.label == nil else {
        return false
      }
      return only.expression.is(IntegerLiteralExprSyntax.self)
        || only.expression.is(FloatLiteralExprSyntax.self)
    }
    guard link.name == "frame", !arguments.isEmpty else { return false }
    return arguments.allSatisfy { ["width", "height", "alignment"].contains($0.label?.text ?? "") }
      && arguments.contains { $0.label?.text != "alignment" }
  }

  /// The edits; nil where a directive or a comment between the two stands in the way.
  func edits(in file: ParsedFile) -> [Edit]? {
    guard !directive, let base = glass.member.base else { return nil }
    let first = glass.call
    let second = layout.call
    let hasComment =
      base.trailingTrivia.hasComment || glass.member.period.leadingTrivia.hasComment
      || first.trailingTrivia.hasComment || layout.member.period.leadingTrivia.hasComment
      || second.trailingTrivia.hasComment
    guard hasComment else {
      return [
        Edit(glass.range, file.source.text(in: layout.range)),
        Edit(layout.range, file.source.text(in: glass.range)),
      ]
    }
    // Comments go with the line that they stand on, or above.
    guard file.source.isFirstOnLine(glass.range.lowerBound),
      file.source.isFirstOnLine(layout.range.lowerBound),
      !base.trailingTrivia.hasComment
    else { return nil }
    let middle = Self.endOfLine(after: first, in: file)
    let start = file.range(of: base).upperBound
    let end = Self.endOfLine(after: second, in: file)
    return [
      Edit(
        ByteRange(start, end),
        file.source.text(in: ByteRange(middle, end))
          + file.source.text(in: ByteRange(start, middle)))
    ]
  }

  /// The end of a call with the comment that follows it on its line.
  private static func endOfLine(after call: FunctionCallExprSyntax, in file: ParsedFile) -> Int {
    call.trailingTrivia.hasComment
      ? call.endPosition.utf8Offset : call.endPositionBeforeTrailingTrivia.utf8Offset
  }
}
