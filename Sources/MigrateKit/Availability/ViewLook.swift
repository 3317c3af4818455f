import SwiftSyntax

/// A look of the version that one private helper a file gives, while earlier systems keep theirs:
/// `.glassButtonSince26 { $0.buttonStyle(.bordered) }`.
///
/// The helper holds the check, so that a site is as long as it was before.
public struct ViewLook: Hashable, Sendable {
  /// The helper's name without the version, such as `glassButton`.
  public var name: String
  /// What the helper does, as the start of a sentence: `Takes the glass style`.
  public var summary: String
  /// The modifiers of the version and later, one line each, the first one beginning with a dot.
  ///
  /// They may name nothing but SwiftUI's own types and, with `takesShape`, `shape`.
  public var modifiers: SourceLines
  /// Whether the site gives the shape of the look.
  public var takesShape: Bool

  /// Makes a look.
  public init(
    name: String, summary: String, modifiers: SourceLines, takesShape: Bool = false
  ) {
    self.name = name
    self.summary = summary
    self.modifiers = modifiers
    self.takesShape = takesShape
  }

  /// The modifiers as a site writes them that needs no helper.
  func modifiers(in shape: String?) -> SourceLines {
    guard takesShape, let shape else { return modifiers }
    var result = modifiers
    for index in result.lines.indices {
      result.lines[index].text.replace("in: shape)", with: "in: \(shape))")
    }
    return result
  }
}

/// The text of the helper of one look.
struct ViewLookDeclaration {
  let look: ViewLook
  let name: String
  let requirement: APIRequirement
  let style: GateStyle
  let unit: String

  /// The function, with a line of documentation.
  var function: SourceLines {
    let version = requirement.version(on: .iOS).map(\.description) ?? ""
    let build = ViewGateDeclaration.Build(requirement, style)
    let onNew = look.modifiers.prefixed(by: "self")
    let summary = "/// \(look.summary) from iOS \(version) on, and applies `old` before."
    let doc = SourceLines([summary])
    if let extra = style.extraCondition {
      let branch =
        SourceLines(["if \(build.available), \(extra) {"]) + onNew.indented(by: unit)
        + ["} else {", "\(unit)old(self)", "}"]
      let body =
        build.directive.isEmpty
        ? branch
        : SourceLines(["#if \(build.directive)"]) + branch + ["#else", "old(self)", "#endif"]
      return doc + ["@ViewBuilder"] + signature + body.indented(by: unit) + ["}"]
    }
    let value = onNew.prefixed(by: "return ")
    let check =
      value.lines.count == 1
      ? value.prefixed(by: "if \(build.available) { ").suffixed(by: " }")
      : SourceLines(["if \(build.available) {"]) + value.indented(by: unit) + ["}"]
    let gated =
      build.directive.isEmpty ? check : SourceLines(["#if \(build.directive)"]) + check + ["#endif"]
    return doc + signature + (gated + ["return old(self)"]).indented(by: unit) + ["}"]
  }

  private var signature: SourceLines {
    guard look.takesShape else {
      return ["func \(name)<Old: View>(@ViewBuilder before old: (Self) -> Old) -> some View {"]
    }
    return [
      "func \(name)<S: Shape, Old: View>(",
      "\(unit)in shape: S, @ViewBuilder before old: (Self) -> Old",
      ") -> some View {",
    ]
  }

  /// The tokens of the function, by which it is recognised.
  var functionTokens: [String] {
    DeclaredFunctions.tokens(of: function.text(after: "", lineEnding: "\n"))
  }
}

/// Finds the helpers of looks in a file, whatever look they give.
enum ViewLookHelpers {
  /// The names of the private functions whose last parameter is what earlier systems keep.
  static func names(in file: ParsedFile) -> Set<String> {
    Set(
      HelperCollector.functions(in: file).filter { function in
        function.signature.parameterClause.parameters.last?.firstName.text == "before"
      }.map(\.name.text))
  }
}
