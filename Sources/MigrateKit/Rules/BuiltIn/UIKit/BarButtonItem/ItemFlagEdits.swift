import SwiftSyntax

/// Writes the edits that set the flag on the item of one creation.
struct ItemFlagEdits {
  /// The file.
  let index: SourceIndex
  /// What the rule is told.
  let context: RuleContext
  /// Names that other edits of the same pass introduce, with the statements that can see them.
  var names = IntroducedNames()

  /// What can be done about a creation.
  enum Answer {
    /// The edits.
    case edits([Edit])
    /// The code only runs before iOS 26.
    case below
    /// No platform of the file has the flag.
    case impossible
    /// The item cannot be named without changing when it is made.
    case unsupported
  }

  private var file: ParsedFile { index.file }
  private var unit: String { file.source.indentation }

  /// Makes the edits for a creation.
  mutating func answer(for creation: BarItemCreation) -> Answer {
    let call = creation.call
    let gate = Gate(
      EmittedAPI.barButtonItemHidesSharedBackground.requirement, at: call, in: file,
      context: context)
    switch gate.decision {
    case .below: return .below
    case .impossible, .compatibilityMode: return .impossible
    case .gate, .proved: break
    }
    let edits: [Edit]?
    switch ItemPlacement(of: call, in: index) {
    case .named(let path, let isOptional, let item):
      edits = naming(creation, path, isOptional: isOptional, after: item, gate: gate)
    case .initialValue(let binding):
      edits = making(creation, asValueOf: binding, gate: gate)
    case .hoisted(let item, let preceded, let needsReturn):
      edits = hoisting(
        creation, before: item, preceded: preceded, needsReturn: needsReturn, gate: gate)
    case .none:
      edits = nil
    }
    return edits.map { .edits($0) } ?? .unsupported
  }

  /// The lines that set the flag on an item, and the identifier where it is asked for.
  private func settings(
    of creation: BarItemCreation, _ path: String, isOptional: Bool = false
  ) -> [String] {
    let item = path + (isOptional ? "?" : "")
    var lines = ["\(item).\(SharedBackgroundFlag.name) = true"]
    if context.options["identifiers"] == "true", let name = identifier(of: creation) {
      lines.append("\(item).identifier = \"\(name)\"")
    }
    return lines
  }

  /// A name for an item that no item of another screen has: its class's and its view's.
  private func identifier(of creation: BarItemCreation) -> String? {
    guard let type = creation.call.enclosingTypeName,
      let view = creation.content.core.referenceOfName
    else { return nil }
    let name =
      view.baseName.text == "view"
      ? view.whole.as(MemberAccessExprSyntax.self)?.base?.core.referenceOfName?.baseName.text
      : view.baseName.text
    return name.map { "\(type).\($0)" }
  }

  // MARK: - After

  private func naming(
    _ creation: BarItemCreation, _ path: String, isOptional: Bool,
    after item: CodeBlockItemSyntax, gate: Gate
  ) -> [Edit]? {
    guard !item.isExit else { return nil }
    let lines = settings(of: creation, path, isOptional: isOptional)
    let last = item.lastOfCreations(in: index)
    if gate.decision == .gate, let join = FlagGate(after: last, in: file) {
      return [join.adding(lines, in: file)]
    }
    let requirement = EmittedAPI.barButtonItemHidesSharedBackground.requirement
    if gate.decision == .gate, last.id == item.id, last.nextInList?.isGateOfFirstVersion == true,
      let join = GateJoin(after: item, requires: requirement, in: file, context: context)
    {
      return [join.insertion(of: SourceLines(lines))]
    }
    // A gate is shared by a run of creations; without one the line belongs to its own statement.
    let place = gate.decision == .gate ? last : item
    return StatementLayout(of: place, in: file)?.inserting(after: gate.since(SourceLines(lines)))
  }

  // MARK: - Initial values

  private mutating func making(
    _ creation: BarItemCreation, asValueOf binding: PatternBindingSyntax, gate: Gate
  ) -> [Edit]? {
    guard binding.initializer?.value.id == creation.expression.id else { return nil }
    let type: String
    if let written = binding.typeAnnotation?.type {
      type = written.simpleName
    } else if case .named(let name) = creation.spelling {
      type = name
    } else {
      return nil
    }
    let name = names.make(in: Syntax(binding), wanted: "item")
    let lines =
      local(name, creation.call, type: type)
      + gate.since(SourceLines(settings(of: creation, name))) + SourceLines(["return \(name)"])
    let body = SourceLines(["{"]) + lines.indented(by: unit) + ["}()"]
    let range = file.range(of: creation.call)
    let indentation = file.source.indentation(ofLineAt: file.range(of: binding).lowerBound)
    let text = body.text(after: indentation, lineEnding: file.source.lineEnding)
    var edits = [Edit(range, text)]
    if binding.typeAnnotation == nil {
      edits.append(Edit(insertAt: file.range(of: binding.pattern).upperBound, ": \(type)"))
    }
    return edits
  }

  // MARK: - Before

  private mutating func hoisting(
    _ creation: BarItemCreation, before item: CodeBlockItemSyntax, preceded: [ExprSyntax],
    needsReturn: Bool, gate: Gate
  ) -> [Edit]? {
    guard let layout = StatementLayout(of: item, in: file) else { return nil }
    var locals = SourceLines()
    var edits: [Edit] = []
    for value in preceded {
      guard let call = value.as(FunctionCallExprSyntax.self) else { return nil }
      let name = names.make(in: Syntax(item), wanted: "item")
      locals = locals + local(name, call, type: "UIBarButtonItem")
      edits.append(Edit(file.range(of: call), name))
    }
    let name = names.make(in: Syntax(item), wanted: "item")
    locals = locals + local(name, creation.call, type: "UIBarButtonItem")
    edits.append(Edit(file.range(of: creation.call), name))
    if needsReturn {
      let start = file.range(of: item).lowerBound
      if start == file.range(of: creation.call).lowerBound {
        edits[edits.count - 1].text = "return \(name)"
      } else {
        edits.append(
          Edit(
            ByteRange(start, start + 1),
            "return \(file.source.text(in: ByteRange(start, start + 1)))"))
      }
    }
    let flags = settings(of: creation, name)
    if gate.decision == .gate, let previous = item.previousInList,
      let join = FlagGate(previous, in: file)
    {
      // The gate before the statement sets flags only, so the local can go before it.
      guard let outer = StatementLayout(of: previous, in: file) else { return nil }
      return edits + outer.inserting(before: locals) + [join.adding(flags, in: file)]
    }
    return edits + layout.inserting(before: locals + gate.since(SourceLines(flags)))
  }

  /// The declaration of a local with a call's value; an implicit member keeps its spelling.
  private func local(_ name: String, _ call: FunctionCallExprSyntax, type: String) -> SourceLines {
    let value = SourceLines(of: call, in: file)
    let isImplicit = value.lines.first?.text.hasPrefix(".") ?? false
    return value.prefixed(by: isImplicit ? "let \(name): \(type) = " : "let \(name) = ")
  }
}

/// The names that the edits of one pass introduce.
struct IntroducedNames {
  private var given: [(name: String, list: Syntax)] = []
  /// The identifiers of functions that were asked about.
  private var taken: [SyntaxIdentifier: Set<String>] = [:]
  private var texts: [SyntaxIdentifier: String] = [:]

  /// Makes a name that neither the function around a node has nor an earlier edit that the node's
  /// statements could see.
  mutating func make(in node: Syntax, wanted: String) -> String {
    var function = node
    var list = node
    var current = node.parent
    while let parent = current, !parent.is(MemberBlockItemListSyntax.self),
      !parent.is(SourceFileSyntax.self)
    {
      if parent.is(CodeBlockItemListSyntax.self), list.id == node.id { list = parent }
      function = parent
      current = parent.parent
    }
    let seen = given.reduce(into: Set<String>()) { names, other in
      if other.list.holds(list.position) || list.holds(other.list.position) {
        names.insert(other.name)
      }
    }
    let known = taken[function.id] ?? FreshName.names(in: function)
    taken[function.id] = known
    let wanted = isTaken(wanted, in: function, among: known) ? "barButtonItem" : wanted
    let name = FreshName.make(wanted) { known.contains($0) || seen.contains($0) }
    given.append((name, list))
    return name
  }

  /// Whether a name is in use for something that is not a local bar button item, so that a number
  /// after it would mislead.
  private mutating func isTaken(
    _ name: String, in function: Syntax, among known: Set<String>
  ) -> Bool {
    guard known.contains(name) else { return false }
    let text = texts[function.id] ?? function.description
    texts[function.id] = text
    return !["let \(name) = UIBarButtonItem", "let \(name): UIBarButtonItem"].contains {
      text.contains($0)
    }
  }
}

/// A gate that does nothing but set flags, so that more can be set in it.
struct FlagGate {
  private let last: CodeBlockItemSyntax

  /// Reads a statement.
  init?(_ item: CodeBlockItemSyntax, in file: ParsedFile) {
    guard item.isGateOfFirstVersion, let gate = item.asIfExpression, gate.elseBody == nil,
      let last = gate.body.statements.last
    else { return nil }
    let isFlagOnly = gate.body.statements.allSatisfy { statement in
      guard case .expr(let expression) = statement.item,
        let infix = expression.as(InfixOperatorExprSyntax.self),
        let access = infix.leftOperand.as(MemberAccessExprSyntax.self)
      else { return false }
      return [SharedBackgroundFlag.name, "identifier"].contains(access.declName.baseName.text)
        && access.base?.isPath ?? false
    }
    guard isFlagOnly, file.source.isFirstOnLine(file.range(of: last).lowerBound) else {
      return nil
    }
    self.last = last
  }

  /// Reads the statement after another.
  init?(after item: CodeBlockItemSyntax, in file: ParsedFile) {
    guard let next = item.nextInList else { return nil }
    self.init(next, in: file)
  }

  /// The insertion of lines after the gate's last one.
  func adding(_ lines: [String], in file: ParsedFile) -> Edit {
    let range = file.range(of: last)
    let indentation = file.source.indentation(ofLineAt: range.lowerBound)
    let text = lines.map { file.source.lineEnding + indentation + $0 }.joined()
    return Edit(insertAt: range.upperBound, text)
  }
}

extension CodeBlockItemSyntax {
  /// Whether the statement is an `if` that asks for iOS 26.0 and nothing else: a later version
  /// would leave out systems that need the flag.
  fileprivate var isGateOfFirstVersion: Bool {
    guard let gate = asIfExpression, gate.conditions.count == 1,
      case .availability(let condition)? = gate.conditions.first?.condition,
      condition.availabilityKeyword.tokenKind == .poundAvailable
    else { return false }
    return condition.availabilityArguments.contains { argument in
      guard case .availabilityVersionRestriction(let entry) = argument.argument,
        let platform = Platform(sourceName: entry.platform.text), platform == .iOS,
        let version = PlatformVersion(entry.version?.trimmedText ?? "")
      else { return false }
      return version.normalized(for: .iOS) == PlatformVersion(26)
    }
  }

  /// The next statement of the same list.
  var nextInList: CodeBlockItemSyntax? {
    guard let list = parent?.as(CodeBlockItemListSyntax.self),
      let index = list.firstIndex(where: { $0.id == id })
    else { return nil }
    let next = list.index(after: index)
    return next < list.endIndex ? list[next] : nil
  }

  /// The previous statement of the same list.
  var previousInList: CodeBlockItemSyntax? {
    guard let list = parent?.as(CodeBlockItemListSyntax.self),
      let index = list.firstIndex(where: { $0.id == id }), index > list.startIndex
    else { return nil }
    return list[list.index(before: index)]
  }

  /// The last statement of the run of assignments of new items to navigation items that starts
  /// here, each on lines of its own.
  fileprivate func lastOfCreations(in index: SourceIndex) -> CodeBlockItemSyntax {
    guard var target = creationTarget else { return self }
    var targets: Set<String> = []
    var last = self
    while targets.insert(target).inserted, let next = last.nextInList,
      let following = next.creationTarget, !targets.contains(following),
      index.file.source.isFirstOnLine(index.file.range(of: next).lowerBound)
    {
      last = next
      target = following
    }
    return last
  }

  /// The path to which the statement assigns a new item, where it does nothing else.
  private var creationTarget: String? {
    guard case .expr(let expression) = item,
      let infix = expression.as(InfixOperatorExprSyntax.self),
      infix.operator.is(AssignmentExprSyntax.self), infix.leftOperand.isPath,
      let name = infix.leftOperand.core.referenceOfName?.baseName.text,
      name == "leftBarButtonItem" || name == "rightBarButtonItem",
      let call = infix.rightOperand.as(FunctionCallExprSyntax.self), BarItemCreation(call) != nil
    else { return nil }
    return infix.leftOperand.trimmedText
  }
}
