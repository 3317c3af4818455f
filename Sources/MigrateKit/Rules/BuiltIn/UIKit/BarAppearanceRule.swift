import SwiftSyntax

/// Lets the backgrounds that an app gives its bars apply before iOS 26 only, with the fixed
/// foreground colours that were chosen for them.
///
/// On 26 bars float on glass; a background of the app's own covers it or is partly ignored.
public struct BarAppearanceRule: Rule {
  /// The stable name.
  public let id = "uikit-bar-appearance"

  /// Makes the rule.
  public init() {}

  /// Files that paint bars.
  public var needles: Needles {
    Needles([
      ["configureWithOpaqueBackground"], ["configureWithTransparentBackground"],
      ["barTintColor"], ["isTranslucent"], ["barStyle"], ["setShadowImage"],
      ["BarAppearance", "background"], ["ToolbarAppearance", "background"],
      ["EdgeAppearance", "background"], ["standardAppearance", "background"],
      ["Appearance", "shadowColor"], ["Appearance", "shadowImage"], ["Bar", "shadowImage"],
      ["Bar", "setBackgroundImage"], ["oolbar", "setBackgroundImage"],
      ["abBar", "backgroundImage"], ["avigationBar", "backgroundColor"],
      ["navBar", "backgroundColor"], ["abBar", "backgroundColor"], ["oolbar", "backgroundColor"],
    ])
  }

  /// Looks at one file.
  public func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    let index = SourceIndex.shared(of: file)
    let judge = BarJudge(index, context)
    let writer = BarAppearanceWriter(file: file, context: context)
    var output = RuleOutput()
    for component in BarComponent.all(in: index) {
      for verdict in judge.verdicts(on: component) {
        switch verdict {
        case .left(let statement, let reason):
          output.left.append(LeftSite(at: file.range(of: statement.item), reason: reason))
        case .advice(let statements, let reason):
          guard let range = Self.range(of: statements, in: file) else { continue }
          output.findings.append(
            Finding(
              rule: id, at: range, message: "\(Self.problem(statements)); \(reason)", level: .note))
        case .fix(let statements, let hasUnknownColors):
          let sites = statements.map(\.statement)
          guard let range = Self.range(of: sites, in: file) else { continue }
          let check =
            hasUnknownColors
            ? "; check that the colours of its titles and buttons can be read on glass" : ""
          output.findings.append(
            Finding(
              rule: id, at: range,
              message: "\(Self.problem(sites)): apply it before iOS 26 only\(check)",
              safety: .review, fix: writer.fix(statements)))
        }
      }
    }
    return output
  }

  private static func range(of statements: [BarStatement], in file: ParsedFile) -> ByteRange? {
    let ranges = statements.filter { !$0.isForeground }.map { file.range(of: $0.item) }
    guard let start = ranges.map(\.lowerBound).min(), let end = ranges.map(\.upperBound).max()
    else { return nil }
    return ByteRange(start, end)
  }

  private static func problem(_ statements: [BarStatement]) -> String {
    let first = statements.first { !$0.isForeground } ?? statements.first
    let name = first.map(\.name) ?? ""
    let bar =
      switch first?.object.kind {
      case .navigation: "navigation bar"
      case .tab: "tab bar"
      case .tool: "toolbar"
      default: "bar"
      }
    return "'\(name)' keeps this \(bar) from the glass of iOS 26"
  }
}
