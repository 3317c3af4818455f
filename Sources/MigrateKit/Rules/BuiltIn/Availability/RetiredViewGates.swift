import SwiftSyntax

/// The private helpers of a file that only hold a check, and what the minimum makes of them.
struct RetiredViewGates {
  /// What a helper does with the closure that it is given.
  enum Meaning: Equatable {
    /// Nothing, on every system of the file: it returns the view it is called on.
    case drops
    /// It returns what the closure makes of the view, on every system of the file.
    case applies
    /// It applies the closure on these platforms only, which are those of a build condition.
    case appliesOn(Set<Platform>, condition: String)
  }

  /// A helper with its calls.
  struct Entry {
    let name: String
    let meaning: Meaning
    let declaration: FunctionDeclSyntax
    let calls: [FunctionCallExprSyntax]
    /// How often the name is written besides its declaration.
    let mentions: Int
  }

  let helpers: [Entry]

  init(_ file: ParsedFile, _ platforms: FilePlatforms) {
    let functions = HelperCollector.functions(in: file)
    guard !functions.isEmpty else {
      helpers = []
      return
    }
    let perPlatform = platforms.platforms.map { platform in
      let folder = AvailabilityFolder(
        platform: platform, version: platforms.minimum(of: platform).normalized(for: platform),
        era: .from, build: BuildCondition(platform: platform, assumesCurrentSDK: false))
      // A function that cannot be read on one platform is no gate, and stays.
      do { return try folder.helpers(functions) } catch { return [:] }
    }
    let meanings = functions.compactMap { function -> (FunctionDeclSyntax, Meaning)? in
      let name = function.name.text
      let known = perPlatform.map { $0[name].flatMap(Self.applies) }
      guard !known.contains(nil) else { return nil }
      let applying = Set(zip(platforms.platforms, known).filter { $0.1 == true }.map(\.0))
      if applying.isEmpty { return (function, .drops) }
      if applying.count == known.count { return (function, .applies) }
      return Self.condition(of: function, trueOn: applying, among: platforms.platforms)
        .map { (function, .appliesOn(applying, condition: $0)) }
    }
    guard !meanings.isEmpty else {
      helpers = []
      return
    }
    let calls = HelperCalls(Set(meanings.map(\.0.name.text)))
    calls.walk(file.tree)
    helpers = meanings.map { function, meaning in
      let name = function.name.text
      return Entry(
        name: name, meaning: meaning, declaration: function,
        calls: calls.found.filter {
          $0.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == name
        },
        mentions: calls.mentions[name, default: 0] - 1)
    }
  }

  /// Whether a helper that takes one closure and no other argument applies it or returns its view;
  /// nil where it does something else.
  private static func applies(_ helper: FoldedHelper) -> Bool? {
    guard helper.labels == [nil], let parameter = helper.parameters.first else { return nil }
    if helper.value.referencedName == "self" { return false }
    guard helper.value.kind == .functionCallExpr,
      helper.value.children.first?.referencedName == parameter,
      let arguments = HelperCall.arguments(of: helper.value), arguments.count == 1,
      arguments[0].value.referencedName == "self"
    else { return nil }
    return true
  }

  /// The condition of the only `#if` of a helper, or its opposite, that is true on exactly these
  /// platforms.
  private static func condition(
    of function: FunctionDeclSyntax, trueOn wanted: Set<Platform>, among platforms: [Platform]
  ) -> String? {
    let directives = (function.body?.statements ?? []).compactMap { item -> IfConfigDeclSyntax? in
      guard case .decl(let declaration) = item.item else { return nil }
      return declaration.as(IfConfigDeclSyntax.self)
    }
    guard directives.count == 1, let condition = directives[0].clauses.first?.condition else {
      return nil
    }
    let values = platforms.map {
      BuildCondition(platform: $0, assumesCurrentSDK: false).truth(of: condition)
    }
    guard !values.contains(.unknown) else { return nil }
    let holding = Set(zip(platforms, values).filter { $0.1 == .yes }.map(\.0))
    let text = condition.trimmedDescription
    if holding == wanted { return text }
    guard holding == Set(platforms).subtracting(wanted) else { return nil }
    if text.hasPrefix("!"), !text.contains(" ") { return String(text.dropFirst()) }
    return text.contains(" ") ? "!(\(text))" : "!\(text)"
  }

  /// Whether the node is in one of the helpers, whose own checks go with them.
  func contain(_ node: some SyntaxProtocol) -> Bool {
    helpers.contains { helper in
      helper.declaration.position <= node.position
        && node.endPosition <= helper.declaration.endPosition
    }
  }
}

private final class HelperCalls: SyntaxVisitor {
  private let names: Set<String>
  private(set) var found: [FunctionCallExprSyntax] = []
  private(set) var mentions: [String: Int] = [:]

  init(_ names: Set<String>) {
    self.names = names
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let member = node.calledExpression.as(MemberAccessExprSyntax.self),
      names.contains(member.declName.baseName.text)
    {
      found.append(node)
    }
    return .visitChildren
  }

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    if case .identifier(let name) = token.tokenKind, names.contains(name) {
      mentions[name, default: 0] += 1
    }
    return .skipChildren
  }
}
