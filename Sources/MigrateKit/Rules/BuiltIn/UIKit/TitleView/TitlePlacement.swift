import SwiftSyntax

/// Whether a title may become the title view of its controller.
struct TitlePlacement {
  /// The place that shows it.
  let site: LeadingItemSite
  /// The title.
  let title: Title
  /// The file.
  let index: SourceIndex
  /// What the other files show.
  let facts: ProjectFacts

  /// Why the title cannot be moved, as the end of a sentence; nil when it can.
  var obstacle: String? {
    guard !site.owner.isEmpty, site.owner == site.statement.enclosingTypeName else {
      return "the code does not show which controller's bar it is in"
    }
    if let problem = title.problem { return problem }
    return itemObstacle ?? barObstacle ?? navigationObstacle
  }

  private var family: ControllerFamily { ControllerFamily(of: site.owner, facts: facts) }

  /// What the item's other uses forbid.
  private var itemObstacle: String? {
    guard let carrier = site.carrier else { return nil }
    let others = carrier.uses.filter { use in
      if use.path == [SharedBackgroundFlag.name] { return false }
      if case .assigned = use.kind, use.path.isEmpty { return false }
      return !site.statement.holds(use.node.position)
    }
    return others.isEmpty ? nil : "its item '\(carrier.name)' is used elsewhere too"
  }

  /// What else is in the bar.
  private var barObstacle: String? {
    let family = family
    if family.isAmbiguous { return "more than one class is called '\(site.owner)'" }
    if let path = family.titleViewSetter { return "a title view is set in '\(path)'" }
    if !site.isAlone || family.leadingMentions > 1 {
      return "other code names the leading items of '\(site.owner)'"
    }
    let texts = family.titleTexts
    if texts.contains(where: { $0.isEmpty || $0 != title.literal }) {
      return "the bar shows the title of '\(site.owner)' too, which a title view replaces"
    }
    return nil
  }

  /// Whether a back button would come back.
  private var navigationObstacle: String? {
    let family = family
    if family.hidesBackButton { return nil }
    if let path = family.pusher {
      return "'\(path)' pushes '\(site.owner)', whose back button would appear beside it"
    }
    if !family.isNavigationRoot {
      return "'\(site.owner)' is not known to be the root of a navigation controller, "
        + "so that a back button could appear beside it"
    }
    return nil
  }
}
