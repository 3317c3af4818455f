import SwiftSyntax

/// Lets the backgrounds that SwiftUI views give their bars apply before iOS 26 only.
///
/// On 26 a visible background paints a solid bar in the place of glass; a colour scheme that was
/// fixed for that background goes with it.
public struct ToolbarBackgroundRule: Rule {
  /// The stable name.
  public let id = "swiftui-toolbar-background"

  /// Makes the rule.
  public init() {}

  /// Files with toolbar backgrounds.
  public var needles: Needles { Needles([["toolbarBackground"]]) }

  /// Looks at one file.
  public func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    let calls = ModifierCalls(ToolbarBackgroundSite.names)
    calls.walk(file.tree)
    guard !calls.found.isEmpty else { return RuleOutput() }
    let sites = ToolbarBackgroundSite.all(calls.found, in: file, context: context)
    let writer = ToolbarBackgroundWriter(file, context)
    var output = RuleOutput()
    for site in sites {
      switch site.judgement {
      case .left(let reason):
        if site.link.name == "toolbarColorScheme" { continue }
        output.left.append(LeftSite(at: site.link.range, reason: reason))
      case .advice(let reason):
        output.findings.append(
          Finding(
            rule: id, at: site.link.range, message: "\(site.problem); \(reason)", level: .note))
      case .fix(let safety):
        output.findings.append(
          Finding(
            rule: id, at: site.link.range,
            message: "\(site.problem): apply it before iOS 26 only",
            safety: safety, fix: writer.fix(for: site, among: sites)))
      }
    }
    return output
  }
}
