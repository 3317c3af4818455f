import SwiftSyntax

/// The kinds of facts that tell which views are shown as sheets.
///
/// A subject is the name of a type, or a dot and the name of a modifier that the project defines.
enum SheetFacts {
  /// A subject whose uses matter; the object is the number of the round that found it.
  static let candidate = "sheet-candidate"
  /// A subject found by following the uses of another one.
  static let holder = "sheet-holder"
  /// One use of a subject; the object is a `SheetUse`.
  static let use = "sheet-use"
  /// The detents that a subject gives itself.
  static let detents = "sheet-detents"
  /// A declaration of a type.
  static let declaration = "sheet-declaration"
  /// A view type that the content of a sheet is made of.
  static let part = "sheet-part"
  /// A part of a subject; the object is the part.
  static let hasPart = "sheet-has-part"
  /// A view type whose content has fixed foreground colours.
  static let fixedForeground = "sheet-fixed-foreground"
}

/// One use of a view: where it goes, and what was seen on the way.
struct SheetUse: Equatable {
  /// What shows the view: `sheet`, `cover`, `popover`, `push`, `preview`, `embed`, `unknown`, or
  /// `in:` and the subject that it is the root of.
  var end: String
  /// The detents seen at the use.
  var detents: SheetDetents
  /// Whether a background that glass replaces was seen at the use.
  var hasBackground: Bool
  /// The modifiers at the use.
  var modifiers: [String]

  /// Describes a trace; containers on the way make it an embedded use.
  init(_ trace: ViewTrace) {
    detents = trace.detents
    modifiers = trace.links.map(\.name)
    hasBackground = trace.links.contains { link in
      link.name == "presentationBackground"
        && [.color, .material].contains(SheetFill(of: link.call))
    }
    switch trace.end {
    case .preview: end = "preview"
    case _ where !trace.containers.isEmpty: end = "embed"
    case .sheet: end = "sheet"
    case .cover: end = "cover"
    case .popover: end = "popover"
    case .pushed: end = "push"
    case .body(let type), .modifier(let type): end = "in:\(type)"
    case .helper(let name): end = "in:.\(name)"
    case .hosted:
      let flow = ControllerFlow(of: trace.host)
      end = flow.end
      detents = max(detents, flow.detents)
    case .member, .local, .unknown: end = "unknown"
    }
  }

  /// Reads what `encoded` wrote.
  init?(encoded: String) {
    let parts = encoded.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 4, let detents = SheetDetents(rawValue: parts[1]) else { return nil }
    end = parts[0]
    self.detents = detents
    hasBackground = parts[2] == "background"
    modifiers = parts[3].split(separator: ",").map(String.init)
  }

  /// The use as the object of a fact.
  var encoded: String {
    [end, detents.rawValue, hasBackground ? "background" : "", modifiers.joined(separator: ",")]
      .joined(separator: "|")
  }
}
