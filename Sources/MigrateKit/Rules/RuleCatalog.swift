/// The built-in rules by id.
public struct RuleCatalog: Sendable {
  /// The rules, sorted by id.
  public let rules: [any Rule]

  /// Makes a catalog; the last of two rules with one id wins.
  public init(_ rules: [any Rule]) {
    var byID: [String: any Rule] = [:]
    for rule in rules { byID[rule.id] = rule }
    self.rules = byID.keys.sorted().compactMap { byID[$0] }
  }

  /// The rule with an id.
  public func rule(_ id: String) -> (any Rule)? {
    rules.first { $0.id == id }
  }

  /// Every rule that is built in.
  public static let builtIn = RuleCatalog([
    BarAppearanceRule(),
    CompatibilityKeyRule(),
    ControllerBackgroundRule(),
    FixedHeaderRule(),
    GlassBudgetRule(),
    GlassButtonStylesRule(),
    GlassContainerRule(),
    GlassFullScreenRule(),
    GlassInteractiveRule(),
    GlassListRowsRule(),
    GlassModifierOrderRule(),
    GlassNestingRule(),
    GlassOpaqueUnderlayRule(),
    GlassProminenceRule(),
    GlassSurfacesRule(),
    GlassTextRule(),
    GlassTextSurfaceRule(),
    GlassTintRule(),
    HidesSharedBackgroundRule(),
    HostingSizingRule(),
    NativeNavigationBarRule(),
    PopoverSourceItemRule(),
    RetireAvailabilityRule(),
    ScrollContainerEdgesRule(),
    SheetBackgroundRule(),
    SheetScrollEdgeRule(),
    SheetToPopoverRule(),
    TitleViewRule(),
    ToolbarBackgroundRule(),
    ToolbarSharedBackgroundRule(),
    UnknownGlassAPIRule(),
  ])
}
