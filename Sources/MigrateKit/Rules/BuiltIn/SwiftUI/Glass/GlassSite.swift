import SwiftSyntax

/// One call of SwiftUI's `glassEffect`.
struct GlassSite {
  /// The call, which includes everything before it in the chain.
  let call: FunctionCallExprSyntax
  /// The call as a link of a chain; nil where it is made on the implicit `self`.
  let link: ModifierLink?
  /// The glass; nil where none is given, which is the regular one.
  let glass: GlassValue?
  /// The shape; nil where none is given, which is a capsule.
  let shape: ExprSyntax?
  /// The chain around the call.
  let chain: ViewChain
  /// The view that the chain begins with.
  let surface: GlassSurface

  /// The bytes from the dot, or the name, to the end of the call.
  var range: ByteRange {
    link?.range
      ?? ByteRange(
        call.positionAfterSkippingLeadingTrivia.utf8Offset,
        call.endPositionBeforeTrailingTrivia.utf8Offset)
  }

  /// Reads a call; nil for anything else than SwiftUI's own modifier, as far as its form shows.
  ///
  /// A modifier of a namespace, such as `view.backport.glassEffect()`, and a function of the
  /// project's own, such as `glassEffect(view:)`, have the name but are not it.
  init?(_ call: FunctionCallExprSyntax) {
    guard call.trailingClosure == nil, call.additionalTrailingClosures.isEmpty else { return nil }
    let link = ModifierLink(call)
    if let link {
      guard link.name == "glassEffect", link.member.base != nil || link.directive != nil else {
        return nil
      }
      chain = ViewChain(around: link)
    } else {
      guard call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text == "glassEffect",
        EnclosingType(of: call)?.isExtension ?? false
      else { return nil }
      chain = ViewChain(aroundImplicitSelf: call)
    }
    guard chain.namespaces.isEmpty else { return nil }
    let labels = call.arguments.map { $0.label?.text ?? "" }
    guard Self.signatures.contains(labels) else { return nil }
    self.call = call
    self.link = link
    let glass = call.arguments.first { $0.label == nil }?.expression
    self.glass = glass.map { GlassValue($0) }
    shape = call.arguments.first { $0.label?.text == "in" }?.expression
    surface = GlassSurface(root: chain.root, at: call)
  }

  /// The labels that SwiftUI's modifier is called with; `isEnabled` is of the first beta.
  private static let signatures: Set<[String]> = [
    [], [""], ["in"], ["", "in"], ["isEnabled"], ["", "isEnabled"], ["in", "isEnabled"],
    ["", "in", "isEnabled"],
  ]

  /// The calls of a file in source order; none where the project shadows the modifier.
  ///
  /// `GlassShadowCollector` must be among the rule's collectors.
  static func all(in file: ParsedFile, facts: ProjectFacts) -> [GlassSite] {
    guard !facts.has(GlassFacts.shadow, about: "glassEffect") else { return [] }
    let search = GlassSearch(viewMode: .sourceAccurate)
    search.walk(file.tree)
    return search.found.sorted { $0.range < $1.range }
  }
}

private final class GlassSearch: SyntaxVisitor {
  var found: [GlassSite] = []

  override func visitPost(_ node: FunctionCallExprSyntax) {
    if let site = GlassSite(node) { found.append(site) }
  }
}
