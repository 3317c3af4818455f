import SwiftSyntax

/// Writes the native bar beside a custom one.
struct NativeBarWriter {
  let plan: NativeBarPlan
  let bar: CustomBar
  let hidden: HiddenBar
  let index: SourceIndex
  let context: RuleContext

  private var file: ParsedFile { index.file }

  /// The edits, or why there are none.
  func edits() -> Result<[Edit], NativeBarObstacle> {
    var edits: [Edit] = []
    do throws(NativeBarObstacle) {
      for site in hidden.hiding { edits.append(try shown(site)) }
      edits += try setUp()
      for anchor in plan.followers {
        for edit in try moved(anchor) where !edits.contains(edit) { edits.append(edit) }
      }
    } catch {
      return .failure(error)
    }
    return .success(edits)
  }

  private static let sharesLine = NativeBarObstacle(
    reason: "a statement shares its line with others")

  // MARK: The bar is shown

  private func shown(_ site: HiddenBar.Site) throws(NativeBarObstacle) -> Edit {
    guard let literal = site.literal, let statement = Syntax(site.expression).enclosingStatement,
      statement.item.trimmedText == site.expression.trimmedText
    else { throw Self.sharesLine }
    let gate = try self.gate(at: statement)
    let start = file.range(of: statement).lowerBound
    let value = file.range(of: literal)
    let text = file.text(of: statement)
    let new =
      String(decoding: Array(text.utf8)[..<(value.lowerBound - start)], as: UTF8.self) + "false"
      + String(decoding: Array(text.utf8)[(value.upperBound - start)...], as: UTF8.self)
    guard !text.contains(where: \.isNewline) else { throw Self.sharesLine }
    let code = gate.either(since: SourceLines([new]), before: SourceLines(of: statement, in: file))
    guard let edit = StatementRewrite(statement, in: file).edit(code) else { throw Self.sharesLine }
    return edit
  }

  private func gate(at node: some SyntaxProtocol) throws(NativeBarObstacle) -> Gate {
    let gate = Gate(.liquidGlass, at: node, in: file, context: context, drops: true)
    guard gate.isPossible else {
      throw NativeBarObstacle(reason: "a part of it does not run on iOS 26")
    }
    return gate
  }

  // MARK: The items

  private func setUp() throws(NativeBarObstacle) -> [Edit] {
    let name = FreshName.make("setupNavigationItems", in: file.tree)
    guard let member = plan.added.memberItem,
      let method = member.decl.as(FunctionDeclSyntax.self)
    else { throw NativeBarObstacle(reason: "it is not added in a method") }
    let source = file.source
    let end = file.range(of: member).upperBound
    guard file.endsLine(end) else { throw Self.sharesLine }
    let indentation = source.indentation(ofLineAt: file.range(of: member).lowerBound)
    let function =
      SourceLines(["private func \(name)() {"])
      + SourceLines(items).indented(by: source.indentation) + ["}"]
    let guarded = try gate(at: member)
    let platforms = platformDirective(function, gate: guarded)
    let insertion = Edit(
      insertAt: end,
      source.lineEnding + source.lineEnding + indentation
        + platforms.text(after: indentation, lineEnding: source.lineEnding))
    return [insertion] + (try call(of: name, in: method))
  }

  /// The function with an `#if` where the file is built for platforms that do not change.
  private func platformDirective(_ function: SourceLines, gate: Gate) -> SourceLines {
    let probe = gate.since(["x"]).lines.map(\.text)
    guard let first = probe.first, first.hasPrefix("#if") else { return function }
    return SourceLines([first]) + function + ["#endif"]
  }

  private var items: [String] {
    var lines = ["navigationItem.largeTitleDisplayMode = .never"]
    if let title = plan.title { lines.append("navigationItem.title = \(title)") }
    var code: [String: String] = [:]
    for item in plan.left + plan.right {
      guard let label = item.accessibilityLabel else {
        code[item.button] = item.code
        continue
      }
      let local = Self.itemName(of: item.button)
      lines += broken("let \(local) = \(item.code)")
      lines.append("\(local).accessibilityLabel = \(label)")
      code[item.button] = local
    }
    for (property, items) in [("left", plan.left), ("right", plan.right)] {
      let values = items.compactMap { code[$0.button] }
      switch values.count {
      case 0: continue
      case 1: lines += broken("navigationItem.\(property)BarButtonItem = \(values[0])")
      default:
        lines.append("navigationItem.\(property)BarButtonItems = [")
        lines += values.map { "\(file.source.indentation)\($0)," }
        lines.append("]")
      }
    }
    if plan.hasBackButton, !plan.left.isEmpty {
      lines.append("navigationItem.leftItemsSupplementBackButton = true")
    }
    return lines
  }

  private static let lineLimit = 90

  /// A long call with its arguments on a line of their own.
  private func broken(_ line: String) -> [String] {
    let call = "UIBarButtonItem("
    guard line.count > Self.lineLimit, line.hasSuffix(")"),
      let start = line.range(of: call), !line.contains("\n")
    else { return [line] }
    return [
      String(line[..<start.upperBound]), file.source.indentation + line[start.upperBound...],
    ]
  }

  private static func itemName(of button: String) -> String {
    for suffix in ["Button", "Btn"] where button.hasSuffix(suffix) {
      return button.dropLast(suffix.count) + "Item"
    }
    return button + "Item"
  }

  private func call(
    of name: String, in method: FunctionDeclSyntax
  ) throws(NativeBarObstacle) -> [Edit] {
    if let statement = ownCall(of: method) {
      let gate = try self.gate(at: statement)
      let code = gate.either(
        since: SourceLines(["\(name)()"]), before: SourceLines(of: statement, in: file))
      guard let edit = StatementRewrite(statement, in: file).edit(code) else {
        throw Self.sharesLine
      }
      return [edit]
    }
    let gate = try self.gate(at: plan.added)
    guard let layout = StatementLayout(of: plan.added, in: file) else { throw Self.sharesLine }
    let code = gate.since(["\(bar.expression.trimmedText).isHidden = true", "\(name)()"])
    guard let edits = layout.inserting(after: code) else { throw Self.sharesLine }
    return edits
  }

  /// The statement that calls a method which does nothing but set up the bar.
  private func ownCall(of method: FunctionDeclSyntax) -> CodeBlockItemSyntax? {
    guard method.signature.parameterClause.parameters.isEmpty, let body = method.body,
      !method.modifiers.contains(where: { $0.name.text == "override" }),
      !method.attributes.contains(where: { $0.trimmedText.hasPrefix("@objc") }),
      let type = method.enclosingTypeName
    else { return nil }
    let uses = (index.references[method.name.text] ?? []).filter { $0.enclosingTypeName == type }
    guard uses.count == 1, let call = uses[0].whole.parent?.as(FunctionCallExprSyntax.self),
      let statement = call.parent?.as(CodeBlockItemSyntax.self)
    else { return nil }
    let tree = ViewTree(in: index)
    let isOnlyBar = OwnNames(in: Syntax(body), index: index).names.allSatisfy { name in
      name == bar.name || tree.holds(name, below: bar.name)
        || !index.functions(name, of: type).isEmpty && isAction(name, in: body)
    }
    return isOnlyBar ? statement : nil
  }

  private func isAction(_ name: String, in body: CodeBlockSyntax) -> Bool {
    (index.references[name] ?? []).allSatisfy { reference in
      var node = reference.parent
      while let current = node {
        if let macro = current.as(MacroExpansionExprSyntax.self) {
          return macro.macroName.text == "selector"
        }
        if current.id == body.id { return false }
        node = current.parent
      }
      return true
    }
  }

  // MARK: What is laid out below

  private func moved(_ anchor: ExprSyntax) throws(NativeBarObstacle) -> [Edit] {
    let gate = try self.gate(at: anchor)
    let new = target(of: anchor)
    if gate.decision == .proved { return [Edit(file.range(of: anchor), new)] }
    return AnchorGate(at: anchor, in: file, context: context).edits(replacing: anchor, by: new)
  }

  /// The view's own top for scroll containers that can run below the bar, the safe area's for
  /// everything else.
  private func target(of anchor: ExprSyntax) -> String {
    let safe = "view.safeAreaLayoutGuide.topAnchor"
    guard let other = TopPin.other(than: anchor), let view = TopPin.view(withTopAnchor: other),
      let container = ScrollContainer(view, in: index, facts: context.facts),
      let call = TopPin.call(with: anchor), call.arguments.count == 1,
      call.arguments.first?.label?.text == "equalTo"
    else { return safe }
    let obstacles = ScrollObstacles(container: container, index: index)
    guard obstacles.whole == nil,
      obstacles.obstacle(at: .top, besides: call) == nil,
      container.parents.isEmpty || container.parents.contains("view")
    else { return safe }
    return "view.topAnchor"
  }
}

/// The members of the type around it that code names.
struct OwnNames {
  let names: Set<String>

  init(in node: Syntax, index: SourceIndex) {
    let collector = Collector(viewMode: .sourceAccurate)
    collector.walk(node)
    names = Set(
      collector.references.filter { reference in
        switch index.declaration(of: reference) {
        case .property?, .function?: return true
        case nil:
          // Inherited members, and globals; what is a member of something else is not our own.
          guard let access = reference.whole.as(MemberAccessExprSyntax.self) else {
            return reference.baseName.text.first?.isLowercase == true
              && !["view", "self", "super"].contains(reference.baseName.text)
          }
          return access.base.map { index.isSelf($0) && reference.baseName.text != "view" } ?? false
        default: return false
        }
      }.map(\.baseName.text))
  }

  private final class Collector: SyntaxVisitor {
    var references: [DeclReferenceExprSyntax] = []

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
      references.append(node)
      return .visitChildren
    }
  }
}
