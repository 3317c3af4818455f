import SwiftSyntax

/// What a SwiftUI view shows, as far as it matters for a title.
struct HostedTitle: Hashable {
  /// The kind of content.
  enum Kind: String {
    /// Text, perhaps with an image beside it.
    case text
    /// Something to tap or to edit.
    case control
    /// Anything else that is known.
    case other
    /// Not shown by the code.
    case unknown
  }

  /// How the content lies in the width that it is given.
  enum Extent: String {
    /// It is as wide as its content.
    case fitting
    /// It fills the width, with the content at its leading edge.
    case led
    /// It fills the width, with the content elsewhere.
    case filling
  }

  /// The kind of content.
  var kind: Kind
  /// How it lies in the width.
  var extent: Extent = .fitting
  /// Whether it keeps a distance from the sides.
  var isPadded = false
  /// The arguments one of which must be text that is not empty, for the view to have a size; nil
  /// when no argument can show that, and empty when it has a size whatever it is given.
  var sizedBy: Set<String>?
  /// The text, where it is one literal.
  var literal: String?

  /// The form that facts carry.
  var code: String {
    let size = sizedBy.map { $0.sorted().joined(separator: ",") } ?? "-"
    let padding = isPadded ? "padded" : "bare"
    return "\(kind.rawValue) \(extent.rawValue) \(padding) \(size) \(literal ?? "")"
  }

  /// Makes a description.
  init(_ kind: Kind, extent: Extent = .fitting, sizedBy: Set<String>? = nil, literal: String? = nil)
  {
    self.kind = kind
    self.extent = extent
    self.sizedBy = sizedBy
    self.literal = literal
  }

  /// Reads the form that facts carry.
  init?(code: String) {
    let parts = code.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count == 5, let kind = Kind(rawValue: String(parts[0])),
      let extent = Extent(rawValue: String(parts[1]))
    else { return nil }
    let size = parts[3] == "-" ? nil : Set(parts[3].split(separator: ",").map(String.init))
    self.init(
      kind, extent: extent, sizedBy: size, literal: parts[4].isEmpty ? nil : String(parts[4]))
    isPadded = parts[2] == "padded"
  }

  /// Describes a view type of the file by its body; nil where the file does not declare it.
  static func declared(_ name: String, in index: SourceIndex) -> HostedTitle? {
    guard index.inherited[name]?.contains("View") == true,
      let body = index.property("body", of: name)
    else { return nil }
    return HostedTitleReader(index: index).read(body)
  }

  /// The description of views one after the other, all of which are shown.
  static func together(_ parts: [HostedTitle]) -> HostedTitle {
    var result = HostedTitle(.other)
    let kinds = parts.map(\.kind)
    if kinds.contains(.control) {
      result.kind = .control
    } else if kinds.contains(.unknown) {
      result.kind = .unknown
    } else if kinds.contains(.text) {
      result.kind = .text
    }
    result.sizedBy =
      parts.contains { $0.sizedBy == [] } ? [] : parts.compactMap(\.sizedBy).first
    result.extent = parts.map(\.extent).first { $0 != .fitting } ?? .fitting
    if parts.count == 1 {
      result.literal = parts[0].literal
      result.isPadded = parts[0].isPadded
    }
    return result
  }

  /// The description of views only one of which is shown.
  static func oneOf(_ parts: [HostedTitle]) -> HostedTitle {
    var result = together(parts)
    let sizes = parts.map(\.sizedBy)
    result.sizedBy =
      sizes.allSatisfy { $0 != nil }
      ? sizes.reduce(into: Set<String>()) { $0.formUnion($1 ?? []) } : nil
    if (result.sizedBy?.count ?? 0) > 1 { result.sizedBy = nil }
    if Set(parts.map(\.extent)).count > 1 { result.extent = .filling }
    result.isPadded = parts.allSatisfy(\.isPadded)
    result.literal = nil
    return result
  }
}

/// The creation of a hosting controller.
struct HostedRoot {
  /// The call.
  let call: FunctionCallExprSyntax
  /// The view it is given.
  let view: ExprSyntax
  /// The name of the view's type; nil for one of SwiftUI's own.
  let viewName: String?
  /// What the code of the file shows of the view; nil for a type that it does not declare.
  let content: HostedTitle?

  /// Reads a call; nil when it creates something else.
  init?(_ call: FunctionCallExprSyntax, in index: SourceIndex) {
    var callee = call.calledExpression.core
    if let generic = callee.as(GenericSpecializationExprSyntax.self) { callee = generic.expression }
    guard callee.referenceOfName?.baseName.text == "UIHostingController",
      let argument = call.arguments.first, argument.label?.text == "rootView",
      call.arguments.count == 1, call.trailingClosure == nil
    else { return nil }
    self.call = call
    view = argument.expression
    let reader = HostedTitleReader(index: index)
    let made = reader.madeType(of: argument.expression)
    viewName = made
    content = made == nil ? reader.read(argument.expression) : nil
  }
}
