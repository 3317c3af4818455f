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
    /// It returns this expression, which begins with the view it is called on, on every system of
    /// the file, and ignores the closure.
    case writes(ExprSyntax)
    /// It returns the expression on these platforms only, and applies the closure on the others.
    case writesOn(Set<Platform>, condition: String, ExprSyntax)
    /// It returns its only argument in the place of the value that it is called on.
    case gives
  }

  /// What a helper does on one platform.
  private enum Effect: Equatable {
    case drops
    case applies
    case writes
    case gives
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
        era: .from, build: BuildCondition(platform: platform))
      // A function that cannot be read on one platform is no gate, and stays.
      do { return try folder.helpers(functions) } catch { return [:] }
    }
    let meanings = functions.compactMap { function -> (FunctionDeclSyntax, Meaning)? in
      let known = perPlatform.compactMap { $0[function.name.text].flatMap(Self.effect) }
      guard known.count == perPlatform.count,
        let meaning = Self.meaning(of: function, known, among: platforms.platforms)
      else { return nil }
      return (function, meaning)
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

  private static func meaning(
    of function: FunctionDeclSyntax, _ effects: [Effect], among platforms: [Platform]
  ) -> Meaning? {
    let kinds = effects.reduce(into: [Effect]()) { if !$0.contains($1) { $0.append($1) } }
    func holding(_ effect: Effect) -> Set<Platform> {
      Set(zip(platforms, effects).filter { $0.1 == effect }.map(\.0))
    }
    switch kinds {
    case [.drops]: return .drops
    case [.applies]: return .applies
    case [.gives]: return .gives
    case [.writes]: return written(by: function).map { .writes($0) }
    case [.drops, .applies], [.applies, .drops]:
      let some = holding(.applies)
      return condition(of: function, trueOn: some, among: platforms)
        .map { .appliesOn(some, condition: $0) }
    case [.writes, .applies], [.applies, .writes]:
      let some = holding(.writes)
      guard let value = written(by: function),
        let condition = condition(of: function, trueOn: some, among: platforms)
      else { return nil }
      return .writesOn(some, condition: condition, value)
    default: return nil
    }
  }

  /// What a helper that takes one closure, or one value, does with it; nil where it does something
  /// else.
  private static func effect(_ helper: FoldedHelper) -> Effect? {
    guard let last = helper.parameters.last else { return nil }
    let name = helper.value.referencedName
    if name == "self" { return helper.labels == [nil] ? .drops : nil }
    if name == last { return helper.labels == [nil] ? .gives : nil }
    if helper.value.kind == .functionCallExpr,
      helper.value.children.first?.referencedName == last,
      let arguments = HelperCall.arguments(of: helper.value), arguments.count == 1,
      arguments[0].value.referencedName == "self"
    {
      return .applies
    }
    guard helper.labels.last == "before", helper.value.startsWithSelf,
      helper.value.occurrences(of: last) == 0
    else { return nil }
    return .writes
  }

  /// The only expression that a helper returns which begins with `self` and goes on.
  private static func written(by function: FunctionDeclSyntax) -> ExprSyntax? {
    let values = SelfValues(viewMode: .sourceAccurate)
    if let body = function.body { values.walk(body) }
    return values.found.count == 1 ? values.found.first : nil
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
      BuildCondition(platform: $0).truth(of: condition)
    }
    guard !values.contains(.unknown) else { return nil }
    let holding = Set(zip(platforms, values).filter { $0.1 == .yes }.map(\.0))
    let text = condition.trimmedText
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

/// Finds the values of a function's arms that begin with `self` and go on.
private final class SelfValues: SyntaxVisitor {
  private(set) var found: [ExprSyntax] = []

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    let value: ExprSyntax? =
      switch node.item {
      case .expr(let expression): expression
      case .stmt(let statement): statement.as(ReturnStmtSyntax.self)?.expression
      default: nil
      }
    if let value, value.is(FunctionCallExprSyntax.self),
      value.firstToken(viewMode: .sourceAccurate)?.tokenKind == .keyword(.self)
    {
      found.append(value)
    }
    return .visitChildren
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
