import SwiftSyntax

/// A hosting controller's view that a bar shows, as a custom view or as the title view.
struct HostedBarView {
  /// What the bar shows it as.
  enum Role {
    case customView
    case titleView
  }

  /// The expression that gives the view.
  let content: ExprSyntax
  /// What the bar shows it as.
  let role: Role
  /// The hosting controller, as written in that expression or in what it names.
  let host: ExprSyntax
  /// The hosting controller's variable; nil where it has none.
  let controller: NamedObject?
  /// The view's own variable, where it has one.
  let view: NamedObject?

  /// Every such view of a file, in source order.
  static func all(in index: SourceIndex) -> [HostedBarView] {
    let custom = index.calls.compactMap { BarItemCreation($0)?.content }
      .compactMap { HostedBarView($0, .customView, in: index) }
    let titles = (index.references["titleView"] ?? []).compactMap { reference -> HostedBarView? in
      let use = MemberUse(of: reference)
      guard use.path.isEmpty, case .assigned(let value) = use.kind,
        reference.whole.is(MemberAccessExprSyntax.self)
      else { return nil }
      return HostedBarView(value, .titleView, in: index)
    }
    return (custom + titles).sorted { $0.content.position < $1.content.position }
  }

  private init?(_ content: ExprSyntax, _ role: Role, in index: SourceIndex) {
    guard let (host, view) = Self.host(of: content, in: index) else { return nil }
    self.content = content
    self.role = role
    self.host = host
    self.view = view
    controller = NamedObject(host, in: index)
  }

  /// The hosting controller whose view an expression is, and the variable that holds the view.
  private static func host(
    of content: ExprSyntax, in index: SourceIndex, depth: Int = 0
  ) -> (host: ExprSyntax, view: NamedObject?)? {
    guard depth < 4 else { return nil }
    let core = content.core
    if let access = core.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "view", let base = access.base, !index.isSelf(base),
      index.typeName(of: base)?.hasSuffix("HostingController") == true
    {
      return (base.core, nil)
    }
    if let base = core.as(MemberAccessExprSyntax.self)?.base, !index.isSelf(base) { return nil }
    guard let object = NamedObject(content, in: index), let creation = object.creation,
      let found = host(of: creation, in: index, depth: depth + 1)
    else { return nil }
    return (found.host, found.view ?? object)
  }

  /// Every use of the view, through its controller or by its own name.
  var viewUses: [MemberUse] {
    (controller?.uses ?? []).compactMap { $0.through("view") } + (view?.uses ?? [])
  }
}

/// What the code says already of how a hosted view sizes itself.
struct HostingSizingSettings {
  /// Whether the sizing options are set to something other than the intrinsic size.
  private(set) var isOtherSize = false
  /// Whether the sizing options hold the intrinsic size.
  private(set) var hasIntrinsicSize = false
  private(set) var hasAutoresizing = false
  private(set) var hasResistance = false
  private(set) var hasHugging = false
  private(set) var hasBackground = false
  /// Whether its frame is set by hand.
  private(set) var hasFrame = false
  /// Whether constraints of the code's own give it a width.
  private(set) var hasWidth = false

  /// Reads the uses of a controller and of its view.
  init(of controller: [MemberUse], view: [MemberUse]) {
    for use in controller where use.path.first == "sizingOptions" {
      add(sizing: use)
    }
    for use in view { add(use) }
  }

  /// Reads the short form of a subclass's fact.
  mutating func add(code: String) {
    for word in code.split(separator: ",") {
      switch word {
      case "other": isOtherSize = true
      case "intrinsic": hasIntrinsicSize = true
      case "autoresizing": hasAutoresizing = true
      case "resistance": hasResistance = true
      case "hugging": hasHugging = true
      case "background": hasBackground = true
      case "frame": hasFrame = true
      case "width": hasWidth = true
      default: break
      }
    }
  }

  /// The form that facts carry.
  var code: String {
    [
      (isOtherSize, "other"), (hasIntrinsicSize, "intrinsic"), (hasAutoresizing, "autoresizing"),
      (hasResistance, "resistance"), (hasHugging, "hugging"), (hasBackground, "background"),
      (hasFrame, "frame"), (hasWidth, "width"),
    ].filter(\.0).map(\.1).joined(separator: ",")
  }

  private mutating func add(sizing use: MemberUse) {
    switch use.kind {
    case .assigned(let value):
      if value.trimmedText.contains("intrinsicContentSize") {
        hasIntrinsicSize = true
      } else {
        isOtherSize = true
      }
    case .called(let call):
      hasIntrinsicSize = call.trimmedText.contains("intrinsicContentSize")
    case .other: break
    }
  }

  private mutating func add(_ use: MemberUse) {
    guard let member = use.path.first else { return }
    switch (member, use.kind) {
    case ("translatesAutoresizingMaskIntoConstraints", .assigned): hasAutoresizing = true
    case ("backgroundColor", .assigned): hasBackground = true
    case ("setContentCompressionResistancePriority", .called(let call)):
      if Self.isHorizontal(call) { hasResistance = true }
    case ("setContentHuggingPriority", .called(let call)):
      if Self.isHorizontal(call) { hasHugging = true }
    case ("frame", .assigned), ("bounds", .assigned): hasFrame = true
    case ("widthAnchor", _), ("snp", _): hasWidth = true
    default: break
    }
  }

  private static func isHorizontal(_ call: FunctionCallExprSyntax) -> Bool {
    call.arguments.first { $0.label?.text == "for" }?.expression.trimmedText
      .hasSuffix("horizontal") ?? false
  }
}
