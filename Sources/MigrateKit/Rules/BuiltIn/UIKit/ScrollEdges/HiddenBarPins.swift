import SwiftSyntax

/// The pins of scroll containers to bars of the app's own that code hides on iOS 26 and later.
struct HiddenBarPins {
  /// The pins, in source order.
  let pins: [SafeAreaPin]

  /// What a file must hold to have one.
  static let needles = Needles([["isHidden = true", "#available", "Anchor", "addSubview"]])

  /// Finds the pins of a file.
  init(in index: SourceIndex, platforms: FilePlatforms) {
    var pins: [SafeAreaPin] = []
    for reference in index.references["isHidden"] ?? [] {
      guard let bar = Self.hidden(by: reference, platforms: platforms),
        let declaration = index.declaration(of: bar),
        ViewTree(in: index, around: bar).parents(of: bar.baseName.text) == ["view"]
      else { continue }
      for use in index.references(to: declaration, named: bar.baseName.text) {
        guard let pin = Self.pin(to: MemberUse(of: use)),
          !pins.contains(where: { $0.anchor.id == pin.anchor.id })
        else { continue }
        pins.append(pin)
      }
    }
    self.pins = pins.sorted { $0.anchor.position < $1.anchor.position }
  }

  /// The view that an assignment hides on iOS 26 and later only.
  private static func hidden(
    by reference: DeclReferenceExprSyntax, platforms: FilePlatforms
  ) -> DeclReferenceExprSyntax? {
    guard MemberUse.assigned(to: reference.whole)?.trimmedText == "true",
      AvailabilityContext(at: reference, platforms: platforms).proves(.liquidGlass),
      let base = reference.whole.as(MemberAccessExprSyntax.self)?.base
    else { return nil }
    return base.core.referenceOfName
  }

  /// The pin of a scroll container's edge to the opposite edge of the bar.
  private static func pin(to use: MemberUse) -> SafeAreaPin? {
    guard let anchor = use.anchor, let first = use.path.first,
      let own = VerticalEdge(anchor: first), let call = TopPin.call(with: anchor),
      let other = TopPin.other(than: anchor)?.core.as(MemberAccessExprSyntax.self),
      let view = other.base
    else { return nil }
    let edge: VerticalEdge = own == .top ? .bottom : .top
    guard other.declName.baseName.text == edge.anchor,
      call.arguments.first?.label?.text == "equalTo"
    else { return nil }
    return SafeAreaPin(
      edge: edge, view: view, container: SafeAreaPin.Container(controllersView: "view"),
      anchor: anchor, call: call, form: .anchor, isInequality: false,
      hasDistance: call.arguments.count > 1)
  }
}
