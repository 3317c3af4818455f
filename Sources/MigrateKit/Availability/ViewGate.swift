public import SwiftSyntax

/// Gates SwiftUI modifiers, which cannot be conditional inline, through one private helper a file.
///
/// `.presentationBackground(x)` becomes `.before26 { $0.presentationBackground(x) }`; the original
/// call goes in verbatim, so that overloads and trailing closures keep their meaning.
public struct ViewGate: Sendable {
  /// Which systems run the closure that a helper is given.
  public enum Kind: String, CaseIterable, Sendable {
    /// Systems before the version, and platforms without it.
    case before
    /// Systems of the version and later.
    case since
  }

  private let requirement: APIRequirement
  private let platforms: FilePlatforms
  private let isPortable: Bool
  private let style: GateStyle
  private let unit: String
  private let lineEnding: String
  private let end: HelperEnd
  private let names: [Kind: String]
  private let present: Set<Kind>
  let declared: DeclaredFunctions
  /// The helpers of looks that the file has: what they are given is for earlier systems.
  let beforeLooks: Set<String>

  /// Looks at the file for helpers that it already has.
  public init(_ requirement: APIRequirement, in file: ParsedFile, context: some GateContext) {
    self.requirement = requirement
    platforms = context.platforms
    isPortable = !context.platforms.isKnown && FileImports.shared(of: file).isPortableSwiftUI
    style = context.gateStyle
    unit = file.source.indentation
    lineEnding = file.source.lineEnding
    var names: [Kind: String] = [:]
    var present: Set<Kind> = []
    let declared = DeclaredFunctions.shared(of: file)
    self.declared = declared
    for kind in Kind.allCases {
      let plain = kind.rawValue + Self.suffix(of: requirement)
      let candidates = [plain, "only" + plain.prefix(1).uppercased() + plain.dropFirst()]
      for name in candidates where names[kind] == nil {
        let helper = ViewGateDeclaration(
          kind: kind, name: name, requirement: requirement, style: style, unit: unit)
        if declared.has(helper.functionTokens, named: name) {
          names[kind] = name
          present.insert(kind)
        }
      }
      names[kind] =
        names[kind] ?? candidates.first { !declared.isTaken($0) }
        ?? FreshName.make(candidates[1], in: file.tree)
    }
    self.names = names
    self.present = present
    let looks = ViewLookHelpers.names(in: file)
    beforeLooks = looks
    end = HelperEnd(
      in: file, of: looks.union(names.filter { present.contains($0.key) }.map(\.value)))
  }

  private static func suffix(of requirement: APIRequirement) -> String {
    let version =
      requirement.version(on: .iOS) ?? requirement.versions.min { $0.key < $1.key }?.value
    guard let version else { return "" }
    return version.minor == 0 ? "\(version.major)" : "\(version.major)_\(version.minor)"
  }

  /// The name of a helper in this file.
  public func name(_ kind: Kind) -> String { names[kind] ?? kind.rawValue }

  /// The modifier call without the view it is applied to, from its dot on; nil when it cannot
  /// move into a closure because it uses anonymous arguments of a closure around it.
  public static func modifier(
    _ call: FunctionCallExprSyntax, in file: ParsedFile
  ) -> SourceLines? {
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      !AnonymousArguments.areUsed(from: member.period, in: call)
    else { return nil }
    let start = member.period.positionAfterSkippingLeadingTrivia.utf8Offset
    let verbatim = MultilineStrings(in: Syntax(call)).lineStarts(in: file.source)
    return SourceLines(
      ByteRange(start, file.range(of: call).upperBound), in: file, verbatim: verbatim)
  }

  /// Writes modifiers, each beginning with a dot, for systems before the version.
  public func before(_ modifiers: SourceLines) -> SourceLines {
    closure(.before, modifiers.prefixed(by: "$0"))
  }

  /// Writes code around the view for the version and later.
  ///
  /// - Parameters:
  ///   - name: What the view is called in the code.
  ///   - needs: What the code needs, as with modifiers.
  public func since(
    _ code: SourceLines, around name: String, needs: APIRequirement
  ) -> SourceLines {
    since(code, view: name, parameter: name, needs)
  }

  /// Writes modifiers, each beginning with a dot, for the version and later.
  ///
  /// - Parameter needs: What the modifiers themselves need; where the file's minimum does not
  ///   reach it, or a platform lacks it, the closure holds a check of its own for the compiler.
  public func since(_ modifiers: SourceLines, needs: APIRequirement) -> SourceLines {
    since(modifiers.prefixed(by: "$0"), view: "$0", parameter: nil, needs)
  }

  private func since(
    _ code: SourceLines, view: String, parameter: String?, _ needs: APIRequirement
  ) -> SourceLines {
    var code = code
    let built = isPortable ? Platform.allCases : platforms.platforms
    let inner = PlatformSelection(requirement.and(needs), among: built)
    let isNewer = inner.gated.contains { platform in
      guard let version = needs.version(on: platform) else { return false }
      return platforms.minimum(of: platform).normalized(for: platform) < version
    }
    if isNewer {
      code =
        SourceLines(["if #available(\(inner.versionList), *) {"])
        + code.indented(by: unit) + ["}"]
    }
    let isMissing = inner.absent.contains { platform in
      guard let version = needs.version(on: platform) else { return true }
      return platforms.minimum(of: platform).normalized(for: platform) < version
    }
    // An SDK without the symbols must not see them, whatever the check says.
    let isOfNewSDK = style.compilerGate && needs.versions.values.contains { $0.major >= 26 }
    var conditions = isOfNewSDK ? ["compiler(>=6.2)"] : []
    if isMissing {
      let build = inner.buildCondition
      conditions.append(isOfNewSDK && build.contains("||") ? "(\(build))" : build)
    }
    if !conditions.isEmpty {
      code =
        SourceLines(["#if \(conditions.joined(separator: " && "))"]) + code
        + ["#else", view, "#endif"]
    }
    return closure(.since, code, parameter: parameter)
  }

  private func closure(
    _ kind: Kind, _ code: SourceLines, parameter: String? = nil
  ) -> SourceLines {
    closure(name(kind), code, parameter: parameter)
  }

  private func closure(
    _ call: String, _ code: SourceLines, parameter: String? = nil
  ) -> SourceLines {
    let head = ".\(call) {" + (parameter.map { " \($0) in" } ?? "")
    if code.lines.count == 1 { return code.prefixed(by: head + " ").suffixed(by: " }") }
    return SourceLines([head]) + code.indented(by: unit) + ["}"]
  }

  /// The insertion that declares the helpers which are used and not yet there, beside those that
  /// are there or at the end of the file; nil when there is nothing to declare.
  public func declaration(of kinds: Set<Kind>, looks: [ViewLook] = []) -> Edit? {
    let missing = Kind.allCases.filter { kinds.contains($0) && !present.contains($0) }
    var functions = missing.map { kind in
      ViewGateDeclaration(
        kind: kind, name: name(kind), requirement: requirement, style: style, unit: unit
      ).function
    }
    for look in looks where !isPresent(look) { functions.append(declaration(of: look).function) }
    guard let first = functions.first else { return nil }
    let body = functions.dropFirst().reduce(first) { $0 + [""] + $1 }
    return end.insertion(of: body, unit: unit, lineEnding: lineEnding)
  }

  // MARK: Looks

  /// Writes the call that gives a look, with the modifiers that earlier systems keep.
  ///
  /// - Parameters:
  ///   - shape: The shape of a look that is given one.
  ///   - width: The columns that there are for it on one line.
  public func either(
    since look: ViewLook, in shape: String? = nil, before modifiers: SourceLines, width: Int
  ) -> SourceLines {
    let call = name(of: look) + (shape.map { "(in: \($0))" } ?? "")
    let code = modifiers.prefixed(by: "$0")
    let line = closure(call, code)
    guard line.lines.count == 1, line.lines[0].text.count > width else { return line }
    return SourceLines([".\(call) {"]) + code.indented(by: unit) + ["}"]
  }

  private func isPresent(_ look: ViewLook) -> Bool {
    let name = plainName(of: look)
    let tokens = ViewLookDeclaration(
      look: look, name: name, requirement: requirement, style: style, unit: unit
    ).functionTokens
    return declared.has(tokens, named: name)
  }

  private func declaration(of look: ViewLook) -> ViewLookDeclaration {
    ViewLookDeclaration(
      look: look, name: name(of: look), requirement: requirement, style: style, unit: unit)
  }

  private func name(of look: ViewLook) -> String {
    let name = plainName(of: look)
    if isPresent(look) { return name }
    return FreshName.make(name) { declared.isTaken($0) }
  }

  private func plainName(of look: ViewLook) -> String {
    look.name + "Since" + Self.suffix(of: requirement)
  }
}

/// The text of one helper.
struct ViewGateDeclaration {
  let kind: ViewGate.Kind
  let name: String
  let requirement: APIRequirement
  let style: GateStyle
  let unit: String

  /// The function, with a line of documentation.
  var function: SourceLines {
    let build = Build(requirement, style)
    let version = "\(requirement.version(on: .iOS).map(\.description) ?? "")"
    let isBefore = kind == .before
    let type = isBefore ? "Old" : "New"
    let parameter = isBefore ? "old" : "new"
    let onNew = isBefore ? "self" : "new(self)"
    let onOld = isBefore ? "old(self)" : "self"
    let systems = isBefore ? "before iOS \(version)" : "from iOS \(version) on"
    let directive = build.directive
    let available = build.available
    var lines = ["/// Applies `\(parameter)` \(systems) only."]
    if let extra = style.extraCondition {
      lines.append("@ViewBuilder")
      lines.append(signature(type, parameter))
      if !directive.isEmpty { lines.append("\(unit)#if \(directive)") }
      lines += [
        "\(unit)if \(available), \(extra) {", "\(unit)\(unit)\(onNew)", "\(unit)} else {",
        "\(unit)\(unit)\(onOld)", "\(unit)}",
      ]
      if !directive.isEmpty { lines += ["\(unit)#else", "\(unit)\(onOld)", "\(unit)#endif"] }
    } else {
      lines.append(signature(type, parameter))
      if !directive.isEmpty { lines.append("\(unit)#if \(directive)") }
      lines.append("\(unit)if \(available) { return \(onNew) }")
      if !directive.isEmpty { lines.append("\(unit)#endif") }
      lines.append("\(unit)return \(onOld)")
    }
    return SourceLines(lines + ["}"])
  }

  /// The conditions of a helper, whatever the platforms of its file.
  struct Build {
    /// The condition of its `#if`; empty for none.
    let directive: String
    /// Its check.
    let available: String

    init(_ requirement: APIRequirement, _ style: GateStyle) {
      let selection = PlatformSelection(requirement, among: Platform.allCases)
      var condition = style.compilerGate ? ["compiler(>=6.2)"] : []
      if !selection.absent.isEmpty {
        let build = selection.buildCondition
        condition.append(!condition.isEmpty && build.contains("||") ? "(\(build))" : build)
      }
      directive = condition.joined(separator: " && ")
      available = "#available(\(selection.versionList), *)"
    }
  }

  private func signature(_ type: String, _ parameter: String) -> String {
    "func \(name)<\(type): View>(@ViewBuilder _ \(parameter): (Self) -> \(type)) -> some View {"
  }

  /// The tokens of the function, by which it is recognised.
  var functionTokens: [String] {
    DeclaredFunctions.tokens(of: function.text(after: "", lineEnding: "\n"))
  }
}
