import SwiftSyntax

/// Gives list rows that have a background of their own one of glass on iOS 26.
public struct GlassListRowsRule: Rule {
  /// The stable name.
  public let id = "glass-list-rows"

  /// Makes the rule.
  public init() {}

  /// Files with row backgrounds.
  public var needles: Needles { Needles([["listRowBackground"]]) }

  /// Looks at one file.
  public func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    let calls = ModifierCalls(["listRowBackground"])
    calls.walk(file.tree)
    guard !calls.found.isEmpty else { return RuleOutput() }
    let gate = LookGate(file, context)
    var output = RuleOutput()
    let judged = calls.found.map { ($0, judge($0, file, gate, context)) }
    let uneven = judged.reduce(into: Set<SyntaxIdentifier>()) { lists, row in
      guard case .left(let reason) = row.1, Self.rowsThatStay.contains(reason),
        let list = Self.list(around: row.0)
      else { return }
      lists.insert(list.view.id)
    }
    for (link, judgement) in judged {
      switch judgement {
      case .left(let reason): output.left.append(LeftSite(at: link.range, reason: reason))
      case .advice(let message):
        output.findings.append(
          Finding(rule: id, at: link.range, message: message, level: .note))
      case .fix(let edits):
        if let list = Self.list(around: link), uneven.contains(list.view.id) {
          output.findings.append(
            Finding(
              rule: id, at: link.range,
              message: "the background of the row can be glass from iOS 26 on, but other rows of "
                + "its list keep theirs: change them together by hand",
              level: .note))
          continue
        }
        output.findings.append(
          Finding(
            rule: id, at: link.range,
            message: "the background of the row can be glass from iOS 26 on", level: .note,
            safety: .review, fix: Fix(edits)))
      }
    }
    return output
  }

  /// Why rows keep a background beside which glass would stand out.
  private static let rowsThatStay: Set<String> = [
    "anonymousArguments", "comment", "conditional", "custom", "page", "spelling",
  ]

  private enum Judgement {
    case left(String)
    case advice(String)
    case fix([Edit])
  }

  private func judge(
    _ link: ModifierLink, _ file: ParsedFile, _ gate: LookGate, _ context: RuleContext
  ) -> Judgement {
    guard let view = link.argument(""), link.call.arguments.count == 1 else {
      return .left("spelling")
    }
    let text = view.shortText ?? ""
    if text.contains("glassEffect") {
      guard Self.hidesGlass(view), file.isReachableWithGlass(link, context) else {
        return .left("glass")
      }
      return .advice(
        "a bare shape fills itself, and glass is drawn behind it: put the glass on 'Color.clear'")
    }
    if view.is(NilLiteralExprSyntax.self) || Self.isClear(view) { return .left("clear") }
    let place = gate.place(of: link.call)
    if case .left(let reason) = place { return .left(reason) }
    // A background that depends on something tells rows apart, such as the selected one.
    if view.is(TernaryExprSyntax.self) || text.contains("?") { return .left("conditional") }
    if LookGate.haveComment([link]) { return .left("comment") }
    guard Self.isFill(view) else { return .left("custom") }
    // A row in the colour of the page is meant to have no ground of its own.
    if Self.isPageColor(view) { return .left("page") }
    guard let list = Self.list(around: link) else {
      return .advice(
        "the background of the row can be glass from iOS 26 on, and its list's can be hidden: "
          + "no list is in sight here")
    }
    // Every row of a settings screen on glass leaves nothing that stands out.
    if list.isSettings, context.options["forms"] != "true" { return .left("form") }
    if list.hasGround, !list.hidesBackground {
      return .advice(
        "the background of the row can be glass from iOS 26 on, but hiding its list's would show "
          + "what lies behind the list: decide by hand which it is to be")
    }
    let isTappable = ["Button", "NavigationLink", "Link"].contains(
      ModifierLink.root(of: ExprSyntax(link.call)).as(FunctionCallExprSyntax.self)
        .map { ViewTrace.calledName($0) } ?? "")
    let look = Self.look(
      isTappable: isTappable, radius: context.options["corner-radius"] ?? "10",
      unit: file.source.indentation)
    guard
      var edits = gate.edits(
        replacing: [link], by: look, at: place, using: list.hidesBackground ? [] : [.since])
    else { return .left("anonymousArguments") }
    if !list.hidesBackground {
      edits.append(
        gate.edit(
          adding: SourceLines([".scrollContentBackground(.hidden)"]), after: list.view,
          needs: EmittedAPI.scrollContentBackground.requirement, at: place))
    }
    return .fix(edits)
  }

  private static func look(isTappable: Bool, radius: String, unit: String) -> ViewLook {
    ViewLook(
      name: isTappable ? "interactiveGlassRow" : "glassRow",
      summary: "Lies on \(isTappable ? "interactive glass" : "glass")",
      modifiers: SourceLines([
        ".listRowBackground(", "\(unit)Color.clear",
        "\(unit)\(unit).glassEffect(\(isTappable ? ".regular.interactive()" : ".regular"), "
          + "in: .rect(cornerRadius: \(radius)))",
        "\(unit)\(unit).padding(.horizontal, 4)", ")",
      ]))
  }

  private static func isClear(_ view: ExprSyntax) -> Bool {
    let root = ModifierLink.root(of: view).trimmedText
    return ["Color.clear", "EmptyView()", ".clear"].contains(root)
      || ["Color.clear", "EmptyView()", ".clear"].contains(view.trimmedText)
  }

  /// Whether a view is a colour or a shape, possibly filled, padded or clipped.
  private static func isFill(_ view: ExprSyntax) -> Bool {
    let known: Set<String> = [
      "fill", "opacity", "padding", "clipShape", "cornerRadius", "foregroundStyle",
      "foregroundColor", "ignoresSafeArea", "frame",
    ]
    guard ModifierLink.chain(endingWith: view).allSatisfy({ known.contains($0.name) }) else {
      return false
    }
    let root = ModifierLink.root(of: view)
    if let made = root.as(FunctionCallExprSyntax.self) {
      return GlassSurface.fills.contains(ViewTrace.calledName(made))
    }
    if let member = root.as(MemberAccessExprSyntax.self) {
      let text = member.trimmedText.lowercased()
      return text.hasPrefix("color.") || text.contains("color") || text.contains("background")
    }
    let name = root.as(DeclReferenceExprSyntax.self)?.baseName.text.lowercased() ?? ""
    return name.contains("color") || name.contains("background")
  }

  /// Whether a colour is, by its name, the one of the page behind the rows.
  private static func isPageColor(_ view: ExprSyntax) -> Bool {
    let root = ModifierLink.root(of: view)
    var name = root.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    name = name ?? root.as(DeclReferenceExprSyntax.self)?.baseName.text
    if let made = root.as(FunctionCallExprSyntax.self), ViewTrace.calledName(made) == "Color" {
      name = made.arguments.first?.expression.trimmedText
    }
    guard let name = name?.lowercased(), name.contains("background") else { return false }
    return ![
      "secondary", "tertiary", "row", "cell", "card", "group", "elevated", "surface", "item",
    ].contains(where: name.contains)
  }

  /// Whether glass is put on a shape that has no style of its own, and so is filled.
  private static func hidesGlass(_ view: ExprSyntax) -> Bool {
    let links = ModifierLink.chain(endingWith: view)
    guard let glass = links.firstIndex(where: { $0.name == "glassEffect" }),
      let made = ModifierLink.root(of: view).as(FunctionCallExprSyntax.self)
    else { return false }
    let shapes: Set<String> = ["Rectangle", "RoundedRectangle", "Capsule", "Circle"]
    return shapes.contains(ViewTrace.calledName(made))
      && links[..<glass].allSatisfy { ["padding", "frame"].contains($0.name) }
  }

  /// Whether a list is one of settings: it holds their controls, or its view says so.
  private static func isSettings(_ list: FunctionCallExprSyntax) -> Bool {
    if let type = EnclosingType(of: list)?.name,
      ["Setting", "Preference", "About"].contains(where: type.contains)
    {
      return true
    }
    return list.tokens(viewMode: .sourceAccurate).contains {
      ["Toggle", "Picker", "Stepper", "Slider", "LabeledContent"].contains($0.text)
    }
  }

  private struct ListInSight {
    var view: ExprSyntax
    var isSettings: Bool
    var hidesBackground: Bool
    /// Whether something lies behind it that is covered until its background is hidden.
    var hasGround: Bool
  }

  private static func list(around link: ModifierLink) -> ListInSight? {
    var next = Syntax(link.call).parent
    while let node = next {
      if let call = node.as(FunctionCallExprSyntax.self),
        case let name = ViewTrace.calledName(call), name == "List" || name == "Form",
        call.calledExpression.is(DeclReferenceExprSyntax.self)
          || call.calledExpression.is(GenericSpecializationExprSyntax.self)
      {
        let trace = ViewTrace(of: call)
        let hides = trace.links.contains { $0.mentions("scrollContentBackground") }
        let hasGround = trace.links.contains { link in
          link.name == "background" && link.argument("").map { !isClear($0) } ?? true
        }
        return ListInSight(
          view: ExprSyntax(call), isSettings: name == "Form" || isSettings(call),
          hidesBackground: hides, hasGround: hasGround)
      }
      if node.is(MemberBlockSyntax.self) { return nil }
      next = node.parent
    }
    return nil
  }
}

extension ParsedFile {
  /// Whether systems with glass get to a modifier.
  fileprivate func isReachableWithGlass(_ link: ModifierLink, _ context: RuleContext) -> Bool {
    let known = AvailabilityContext(at: link.call, platforms: context.platforms)
    return !known.isBelow(.liquidGlass)
  }
}
