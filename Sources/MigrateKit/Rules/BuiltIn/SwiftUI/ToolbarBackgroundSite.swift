import SwiftSyntax

/// A modifier that says how a bar of a SwiftUI view looks, and what is to be done about it.
struct ToolbarBackgroundSite {
  /// The modifiers that are looked at.
  static let names: Set<String> = [
    "toolbarBackground", "toolbarBackgroundVisibility", "toolbarColorScheme",
  ]

  /// The modifier.
  let link: ModifierLink
  /// What is to be done.
  var judgement: SheetSite.Judgement
  /// The chain that the modifier is part of.
  let chain: SyntaxIdentifier

  /// What is wrong with it on 26.
  var problem: String {
    link.name == "toolbarColorScheme"
      ? "'toolbarColorScheme' was fixed for the background that goes"
      : "'\(link.name)' keeps this bar from the glass of iOS 26"
  }

  /// Judges the modifiers of a file; those of one chain belong together.
  static func all(
    _ links: [ModifierLink], in file: ParsedFile, context: RuleContext
  ) -> [ToolbarBackgroundSite] {
    let sites = links.map { link in
      ToolbarBackgroundSite(
        link: link, judgement: judgement(of: link, in: file, context: context),
        chain: top(of: link.call))
    }
    return together(sites).map { site in
      guard site.link.name == "toolbarColorScheme", case .fix = site.judgement else { return site }
      var site = site
      let goes = sites.contains { other in
        guard case .fix = other.judgement, other.link.name != "toolbarColorScheme" else {
          return false
        }
        return other.chain == site.chain && other.sharesBar(with: site)
      }
      if !goes { site.judgement = .left("alone") }
      return site
    }
  }

  /// Where one background of a bar cannot be decided, its other ones stay as well.
  private static func together(_ sites: [ToolbarBackgroundSite]) -> [ToolbarBackgroundSite] {
    sites.map { site in
      guard case .fix = site.judgement else { return site }
      var site = site
      for other in sites where other.chain == site.chain && other.sharesBar(with: site) {
        if case .advice = other.judgement { site.judgement = other.judgement }
      }
      return site
    }
  }

  private func sharesBar(with other: ToolbarBackgroundSite) -> Bool {
    let mine = Set(Self.bars(of: link))
    let theirs = Set(Self.bars(of: other.link))
    return mine.isEmpty || theirs.isEmpty || !mine.isDisjoint(with: theirs)
  }

  /// The last link of the chain that a call is part of.
  private static func top(of call: FunctionCallExprSyntax) -> SyntaxIdentifier {
    var current = Syntax(call)
    while let parent = current.parent {
      let continues =
        parent.is(MemberAccessExprSyntax.self)
        || parent.as(FunctionCallExprSyntax.self)?.calledExpression.id == current.id
        || parent.is(PostfixIfConfigExprSyntax.self)
        || (current.is(ExprSyntax.self) && parent.is(IfConfigClauseSyntax.self))
        || parent.is(IfConfigClauseListSyntax.self)
        || parent.is(IfConfigDeclSyntax.self)
      guard continues else { break }
      current = parent
    }
    return current.id
  }

  /// The names of the bars after `for:`, `tabBar` for `.tabBar`.
  static func bars(of link: ModifierLink) -> [String] {
    guard let start = link.call.arguments.firstIndex(where: { $0.label?.text == "for" }) else {
      return []
    }
    return link.call.arguments[start...].map {
      $0.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? "unknown"
    }
  }

  // MARK: Judging

  private static func judgement(
    of link: ModifierLink, in file: ParsedFile, context: RuleContext
  ) -> SheetSite.Judgement {
    let gate = Gate(
      .liquidGlass, at: link.member.period, in: file, context: context, drops: true)
    if let reason = gate.decision.leftReason { return .left(reason) }
    if gate.decision == .proved {
      let isOld = AvailabilityContext(at: file.tree, platforms: context.platforms)
        .proves(.liquidGlass)
      return isOld
        ? .advice("every system that runs this is iOS 26 or later: take it out") : .left("since26")
    }
    if let base = link.member.base?.as(MemberAccessExprSyntax.self), base.base != nil {
      return .left("projectHelper")
    }
    let comment = link.member.period.leadingTrivia.pieces + link.call.trailingTrivia.pieces
    if comment.contains(where: { BarJudge.explains($0) }) { return .left("comment") }
    if let helper = conditions(around: link.call).first(where: SheetJudge.namesTheNewDesign) {
      return .left(helper.contains("26") ? "alreadyMigrated" : "projectFlag")
    }
    let last = link.call.lastToken(viewMode: .sourceAccurate)
    if SiteComment.explains(from: link.member.period, to: last) { return .left("comment") }
    let bars = bars(of: link)
    if bars.allSatisfy({ $0 == "windowToolbar" || $0 == "accessoryBar" }), !bars.isEmpty {
      return .left("otherPlatform")
    }
    return judgement(of: link, bars: bars)
  }

  private static func judgement(of link: ModifierLink, bars: [String]) -> SheetSite.Judgement {
    guard let value = link.argument("") else { return .left("hidden") }
    if link.name == "toolbarColorScheme" {
      let isFixed = [".dark", ".light"].contains(value.trimmedText)
      return isFixed ? .fix(.review) : .left("colorScheme")
    }
    switch ToolbarBackgroundValue(value, in: link) {
    case .hidden: return .left("hidden")
    case .automatic: return .left("automatic")
    case .clear:
      // Only tab bars need a background to be glass.
      return bars.contains("tabBar") && bars.count == 1 ? .fix(.review) : .left("transparent")
    case .painted: return .fix(.review)
    case .partlyHidden:
      return .advice("it is hidden at times: decide which state is wanted on iOS 26")
    case .unknown:
      return .advice("the value is not shown here: leave it where it hides the background")
    }
  }

  /// The conditions and the helpers' names around a call, nearest first.
  private static func conditions(around call: FunctionCallExprSyntax) -> [String] {
    var result: [String] = []
    var child = Syntax(call)
    while let parent = child.parent {
      if let branch = parent.as(IfExprSyntax.self), branch.conditions.id != child.id {
        result.append(branch.conditions.trimmedText)
      }
      if let closure = parent.as(ClosureExprSyntax.self),
        let outer = ViewTrace.call(given: closure),
        let link = ModifierLink(outer)
      {
        result.append(link.name)
      }
      if let function = parent.as(FunctionDeclSyntax.self) { result.append(function.name.text) }
      if parent.is(MemberBlockSyntax.self) { break }
      child = parent
    }
    return result
  }
}

/// What the first argument of a toolbar background shows.
enum ToolbarBackgroundValue {
  case hidden
  case automatic
  case clear
  case painted
  case partlyHidden
  case unknown

  /// Reads the argument.
  init(_ value: ExprSyntax, in link: ModifierLink) {
    if let choice = value.as(TernaryExprSyntax.self) {
      let first = ToolbarBackgroundValue(choice.thenExpression, in: link)
      let second = ToolbarBackgroundValue(choice.elseExpression, in: link)
      if first == second {
        self = first
      } else if [first, second].contains(.unknown) {
        self = .unknown
      } else {
        let isSeen = [first, second].allSatisfy { $0 == .painted || $0 == .automatic }
        self = isSeen ? .painted : .partlyHidden
      }
      return
    }
    let text = value.trimmedText
    switch text {
    case ".hidden", "Visibility.hidden": self = .hidden
    case ".automatic", "Visibility.automatic": self = .automatic
    case ".visible", "Visibility.visible": self = .painted
    case ".clear", "Color.clear": self = .clear
    default:
      let isVisibility = link.name == "toolbarBackgroundVisibility"
      // A name alone may be a visibility as well as a style.
      let isName = value.is(DeclReferenceExprSyntax.self) || Self.isVisibility(value)
      self = isVisibility || isName ? .unknown : .painted
    }
  }

  private static func isVisibility(_ value: ExprSyntax) -> Bool {
    value.trimmedText.lowercased().contains("visib")
  }
}
