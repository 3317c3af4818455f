import SwiftSyntax

/// Takes the shared glass background from navigation bar items that show a view of the app's own.
///
/// On iOS 26 the system draws a platter behind every bar button item. Titles, avatars and controls
/// that draw their own shape look wrong on it; `hidesSharedBackground` takes it away.
struct HidesSharedBackgroundRule: Rule {
  let id = "hides-shared-background"
  let needles = Needles([["customView:"]])
  let collectors = BarItemSite.collectors

  func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    let index = SourceIndex.shared(of: file)
    var output = RuleOutput()
    var writer = ItemFlagEdits(index: index, context: context)
    for site in BarItemSite.all(in: index, facts: context.facts) {
      let range = file.range(of: site.creation.call)
      // What is left must not use up names.
      var attempt = writer
      let answer = attempt.answer(for: site.creation)
      if let reason = reason(for: site, answer, in: context) {
        output.left.append(LeftSite(at: range, reason: reason))
        continue
      }
      writer = attempt
      output.findings.append(finding(for: site, at: range, answer, in: context))
    }
    return output
  }

  /// Why a site is left alone, or nil where there is something to say about it.
  private func reason(
    for site: BarItemSite, _ answer: ItemFlagEdits.Answer, in context: RuleContext
  ) -> String? {
    let requirement = EmittedAPI.barButtonItemHidesSharedBackground.requirement
    if case .below = answer { return "before26" }
    if case .impossible = answer { return "otherPlatform" }
    if site.isHidden || context.facts.has(BarItemFact.everywhere, about: SharedBackgroundFlag.name)
    {
      return "alreadyMigrated"
    }
    if site.creation.call.isCommentedOn(SharedBackgroundFlag.name) { return "mentionedInComment" }
    if site.destinations.contains(.toolbar) { return "toolbarItem" }
    if site.destinations.contains(.group) { return "multiItemGroup" }
    if case .kept(let reason) = site.content { return reason }
    if safety(of: site) == .review, isWrittenFor26(site.creation.call, in: context) {
      return "writtenFor26"
    }
    let arrivals = site.flow.arrivals
    if !arrivals.isEmpty,
      arrivals.allSatisfy({
        AvailabilityContext(at: $0.site, platforms: context.platforms).isBelow(requirement)
      })
    {
      return "before26"
    }
    return nil
  }

  private func finding(
    for site: BarItemSite, at range: ByteRange, _ answer: ItemFlagEdits.Answer,
    in context: RuleContext
  ) -> Finding {
    guard !site.destinations.isEmpty else {
      return Finding(
        rule: id, at: range,
        message: "where this bar button item with a custom view goes is not known; "
          + "if it is shown in a navigation bar, set 'hidesSharedBackground' on it for iOS 26",
        level: .note)
    }
    if let factory = context.facts.subjects(of: BarItemFact.factory).first,
      let name = context.facts.facts(BarItemFact.factory, about: factory).first?.object
    {
      return Finding(
        rule: id, at: range,
        message: "this item gets the glass background of iOS 26, unlike those made by "
          + "'\(name)'; use that, or suppress this where the background is wanted",
        level: .note)
    }
    guard case .edits(let edits) = answer else {
      return Finding(
        rule: id, at: range,
        message: "this item gets the glass background of iOS 26; "
          + "make it a local of its own and set 'hidesSharedBackground' on it")
    }
    return Finding(
      rule: id, at: range,
      message: "an item with a custom view gets a glass background on iOS 26; "
        + "set 'hidesSharedBackground' so that the view stays as it is",
      safety: safety(of: site), fix: Fix(edits))
  }

  /// Whether a call stands inside a check for iOS 26, whose author has seen the item there.
  private func isWrittenFor26(_ call: FunctionCallExprSyntax, in context: RuleContext) -> Bool {
    AvailabilityContext(at: call, platforms: context.platforms).proves(.liquidGlass)
      && !AvailabilityContext(at: call.root, platforms: context.platforms).proves(.liquidGlass)
  }

  private func safety(of site: BarItemSite) -> Safety {
    switch site.content {
    case .title, .image, .decorated: .safe
    default: .review
    }
  }
}

extension SyntaxProtocol {
  /// Whether a comment in the member that holds this node mentions a name.
  fileprivate func isCommentedOn(_ name: String) -> Bool {
    var member = Syntax(self)
    while let parent = member.parent, !parent.is(MemberBlockItemListSyntax.self),
      !parent.is(SourceFileSyntax.self)
    {
      member = parent
    }
    return member.tokens(viewMode: .sourceAccurate).contains { token in
      (token.leadingTrivia.pieces + token.trailingTrivia.pieces).contains { piece in
        switch piece {
        case .lineComment(let text), .blockComment(let text): text.contains(name)
        default: false
        }
      }
    }
  }
}
