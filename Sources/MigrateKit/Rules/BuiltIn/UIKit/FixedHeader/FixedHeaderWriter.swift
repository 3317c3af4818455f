import SwiftSyntax

/// Writes a header as a view above the content.
struct FixedHeaderWriter {
  let plan: FixedHeaderPlan
  let site: HeaderSite
  let index: SourceIndex
  let context: RuleContext

  private var file: ParsedFile { index.file }

  private static let sharesLine = FixedHeaderObstacle(
    reason: "a statement shares its line with others")

  func edits() throws(FixedHeaderObstacle) -> [Edit] {
    let header = FreshName.make("fixedHeader", in: file.tree)
    let layOut = FreshName.make("layoutFixedHeader", in: file.tree)
    let layout = try gate(at: plan.layout)
    guard
      let removal = StatementRewrite(plan.layout, in: file).edit(
        layout.before(SourceLines(of: plan.layout, in: file)))
    else { throw Self.sharesLine }
    return [removal] + (try members(header, layOut)) + (try relayout(layOut))
  }

  private func gate(at node: some SyntaxProtocol) throws(FixedHeaderObstacle) -> Gate {
    let gate = Gate(.liquidGlass, at: node, in: file, context: context, drops: true)
    guard gate.isPossible else {
      throw FixedHeaderObstacle(reason: "a part of it does not run on iOS 26")
    }
    return gate
  }

  /// The header and the method that lays it out, after the method that registers it.
  private func members(_ header: String, _ layOut: String) throws(FixedHeaderObstacle) -> [Edit] {
    guard let member = plan.registration.memberItem, member.decl.is(FunctionDeclSyntax.self) else {
      throw FixedHeaderObstacle(reason: "it is not registered in a method")
    }
    let source = file.source
    let range = file.range(of: member)
    guard file.endsLine(range.upperBound) else { throw Self.sharesLine }
    let unit = source.indentation
    var lines = SourceLines()
    if plan.configuration.isEmpty {
      lines = SourceLines(["private lazy var \(header) = \(site.header)(frame: .zero)"])
    } else {
      var body = SourceLines(["let \(plan.name) = \(site.header)(frame: .zero)"])
      for statement in plan.configuration { body = body + SourceLines(of: statement, in: file) }
      body = body + ["return \(plan.name)"]
      lines =
        SourceLines(["private lazy var \(header): \(site.header) = {"]) + body.indented(by: unit)
        + ["}()"]
    }
    let extra = plan.ignoresSafeArea ? " + view.safeAreaInsets.top" : ""
    let view = plan.collectionView
    let body = SourceLines([
      "let height: CGFloat = \(plan.height)\(extra)",
      "if \(header).superview == nil {", "\(unit)\(view).addSubview(\(header))", "}",
      "\(header).frame = CGRect(x: 0, y: -height, width: \(view).bounds.width, height: height)",
      "guard \(view).contentInset.top != height else { return }",
      "let isAtTop = \(view).contentOffset.y <= -\(view).adjustedContentInset.top",
      "\(view).contentInset.top = height",
      "if isAtTop {",
      "\(unit)\(view).contentOffset.y = -\(view).adjustedContentInset.top", "}",
    ])
    let method =
      SourceLines([
        "", "/// Keeps the header above the content, where the scroll edge effect does not see it.",
        "private func \(layOut)() {",
      ]) + body.indented(by: unit) + ["}"]
    let all = try directive(lines + method, at: member)
    let indentation = source.indentation(ofLineAt: range.lowerBound)
    let text = all.text(after: indentation, lineEnding: source.lineEnding)
    return [
      Edit(
        insertAt: range.upperBound, source.lineEnding + source.lineEnding + indentation + text)
    ]
  }

  private func directive(
    _ lines: SourceLines, at node: MemberBlockItemSyntax
  ) throws(FixedHeaderObstacle) -> SourceLines {
    let first = try gate(at: node).since(["x"]).lines.first?.text ?? ""
    return first.hasPrefix("#if") ? SourceLines([first]) + lines + ["#endif"] : lines
  }

  private func relayout(_ layOut: String) throws(FixedHeaderObstacle) -> [Edit] {
    let source = file.source
    let call = SourceLines(["\(layOut)()"])
    if let method = plan.relayout {
      guard let last = method.body?.statements.last,
        let layout = StatementLayout(of: last, in: file)
      else { throw FixedHeaderObstacle(reason: "'viewDidLayoutSubviews' is empty") }
      guard let edits = layout.inserting(after: try gate(at: last).since(call)) else {
        throw FixedHeaderObstacle(reason: "'viewDidLayoutSubviews' ends with a return")
      }
      return edits
    }
    guard let member = plan.registration.memberItem else { throw Self.sharesLine }
    let indentation = source.indentation(ofLineAt: file.range(of: member).lowerBound)
    let body = SourceLines(["super.viewDidLayoutSubviews()"]) + (try gate(at: member)).since(call)
    let method =
      SourceLines(["override func viewDidLayoutSubviews() {"])
      + body.indented(by: source.indentation) + ["}"]
    let text = method.text(after: indentation, lineEnding: source.lineEnding)
    let start = file.range(of: member).lowerBound
    guard source.isFirstOnLine(start), member.leadingTriviaHasNoComment else {
      throw FixedHeaderObstacle(reason: "'viewDidLayoutSubviews' has to be added by hand")
    }
    return [Edit(insertAt: start, text + source.lineEnding + source.lineEnding + indentation)]
  }
}

extension MemberBlockItemSyntax {
  /// Whether no comment stands above the member.
  fileprivate var leadingTriviaHasNoComment: Bool {
    !leadingTrivia.contains { piece in
      switch piece {
      case .lineComment, .blockComment, .docLineComment, .docBlockComment: true
      default: false
      }
    }
  }
}
