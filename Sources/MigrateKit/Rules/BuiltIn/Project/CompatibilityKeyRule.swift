import SwiftSyntax

/// Finds `UIDesignRequiresCompatibility`, which keeps the look of the systems before 26, and takes
/// it out of property lists, Xcode projects, build settings, YAML and JSON.
///
/// The key was meant to win time: apps built with the SDK after 26 cannot use it any more.
public struct CompatibilityKeyRule: Rule {
  /// The stable name.
  public let id = "compatibility-key"

  /// Makes the rule.
  public init() {}

  /// Files that name the key.
  public var needles: Needles { Needles([[Self.key]]) }

  static let key = "UIDesignRequiresCompatibility"

  /// Property lists and build settings.
  public var readsOtherFormats: Bool { true }

  /// Reads Swift files and those that hold property lists or build settings.
  public func reads(_ path: String) -> Bool {
    switch FileFormat(path: path) {
    case .swift:
      guard path.hasSuffix(".swift") else { return false }
    case .json:
      // Of JSON only specifications of projects: the rest is data, and much of it.
      let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
      let name = slash.map { path[path.utf8.index(after: $0)...] } ?? path[...]
      guard name.hasPrefix("project") else { return false }
    case .propertyList, .xcodeProject, .buildSettings, .yaml: break
    }
    let folders = ["Pods/", "Carthage/", "node_modules/", ".build/", ".xcassets/", ".github/"]
    return !folders.contains { path.hasPrefix($0) || path.contains("/" + $0) }
  }

  /// Whether a file of another format than Swift can be read as what its name says.
  public func isWellFormed(_ file: SourceFile) -> Bool {
    ProjectFileSyntax.isWellFormed(file)
  }

  /// Looks at one file.
  public func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    guard file.format != .swift else { return manifest(file) }
    var output = RuleOutput()
    for site in CompatibilityKeySite.all(in: file.source) {
      switch site.value {
      case .off:
        output.left.append(LeftSite(at: site.range, reason: "off"))
      case .nested:
        output.left.append(LeftSite(at: site.range, reason: "nested"))
      case .unknown:
        output.findings.append(
          advice(at: site.range, "it is set in a form that is not edited: remove it by hand"))
      case .on:
        if let removal = site.removal {
          output.findings.append(
            Finding(
              rule: id, at: site.range, message: Self.problem + ": remove it", level: .warning,
              safety: .review, fix: Fix([Edit(removal, "")])))
        } else {
          output.findings.append(
            advice(at: site.range, "remove it by hand, since what is around it would break"))
        }
      }
    }
    return output
  }

  private static let problem =
    "'\(key)' keeps the look of earlier systems on iOS 26, and only while the app is built with "
    + "that SDK"

  private func advice(at range: ByteRange, _ advice: String) -> Finding {
    Finding(rule: id, at: range, message: "\(Self.problem); \(advice)", level: .warning)
  }

  /// Manifests are programs: what a changed line means there is not known.
  private func manifest(_ file: ParsedFile) -> RuleOutput {
    let search = Literals(viewMode: .sourceAccurate)
    search.walk(file.tree)
    return RuleOutput(
      findings: search.found.map { advice(at: file.range(of: $0), "remove the entry") })
  }

  /// The entries of dictionaries that set the key.
  private final class Literals: SyntaxVisitor {
    var found: [DictionaryElementSyntax] = []

    override func visit(_ node: DictionaryElementSyntax) -> SyntaxVisitorContinueKind {
      let text = node.key.as(StringLiteralExprSyntax.self)?.representedLiteralValue
      let keys = [CompatibilityKeyRule.key, "INFOPLIST_KEY_" + CompatibilityKeyRule.key]
      let value = node.value.trimmedText.lowercased()
      if let text, keys.contains(text), !value.contains("false"), value != "\"no\"" {
        found.append(node)
      }
      return .visitChildren
    }
  }
}
