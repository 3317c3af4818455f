import SwiftSyntax

/// Takes one call out of a chain.
enum LinkRemoval {
  /// The edit, or nil where a comment would be lost or a part of a `#if` would be left empty.
  static func edit(of link: ModifierLink, in file: ParsedFile) -> Edit? {
    guard !link.member.period.leadingTrivia.hasComment,
      !link.call.trailingTrivia.hasComment || isFollowedByLink(link),
      !hasCommentInside(link)
    else { return nil }
    guard let base = link.member.base else { return removalOfFirst(link, in: file) }
    guard !base.trailingTrivia.hasComment else { return nil }
    return Edit(
      ByteRange(file.range(of: base).upperBound, file.range(of: link.call).upperBound), "")
  }

  /// The first call of a part of a `#if` goes with the white space before the next one.
  private static func removalOfFirst(_ link: ModifierLink, in file: ParsedFile) -> Edit? {
    guard link.directive != nil, let next = link.call.parent?.as(MemberAccessExprSyntax.self),
      next.base?.id == link.call.id, !next.period.leadingTrivia.hasComment
    else { return nil }
    return Edit(
      ByteRange(
        link.range.lowerBound, next.period.positionAfterSkippingLeadingTrivia.utf8Offset), "")
  }

  private static func isFollowedByLink(_ link: ModifierLink) -> Bool {
    link.call.parent?.as(MemberAccessExprSyntax.self)?.base?.id == link.call.id
  }

  private static func hasCommentInside(_ link: ModifierLink) -> Bool {
    let last = link.call.lastToken(viewMode: .sourceAccurate)
    var token: TokenSyntax? = link.member.period
    while let current = token {
      if current.id != link.member.period.id, current.leadingTrivia.hasComment { return true }
      if current.id == last?.id { return false }
      if current.trailingTrivia.hasComment { return true }
      token = current.nextToken(viewMode: .sourceAccurate)
    }
    return false
  }
}
