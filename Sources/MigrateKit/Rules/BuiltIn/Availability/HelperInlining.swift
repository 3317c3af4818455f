import SwiftSyntax

/// Writes what a helper's call does in the place of the call, and takes out helpers without calls.
struct HelperInlining {
  let file: ParsedFile
  let platforms: FilePlatforms

  /// The edit that does without the call; nil where it cannot be written.
  func edit(of call: FunctionCallExprSyntax, meaning: RetiredViewGates.Meaning) -> Edit? {
    guard let link = ModifierLink(call) else { return nil }
    let range = link.range
    switch meaning {
    case .gives: return argument(of: link)
    case .writes(let value):
      return written(value, by: link).map { Edit(range, text($0, at: range)) }
    case .writesOn(let some, let condition, let value):
      let others = platforms.platforms.filter { !some.contains($0) }
      guard let code = written(value, by: link), ownsItsLines(range), link.directive == nil,
        let closure = call.trailingClosure, let old = modifiers(of: closure, on: others)
      else { return nil }
      let otherwise = old.isEmpty ? SourceLines() : SourceLines(["#else"]) + old
      let whole = SourceLines(["#if \(condition)"]) + code + otherwise + ["#endif"]
      return Edit(range, text(whole, at: range))
    case .drops, .applies, .appliesOn: break
    }
    guard let closure = Self.onlyClosure(of: call) else { return nil }
    switch meaning {
    case .gives, .writes, .writesOn: return nil
    case .drops: return removal(of: link)
    case .applies:
      guard let code = modifiers(of: closure, on: platforms.platforms) else {
        return wrapping(link, closure)
      }
      guard !code.isEmpty else { return removal(of: link) }
      return Edit(range, text(code, at: range))
    case .appliesOn(let some, let condition):
      let built = platforms.platforms.filter { some.contains($0) }
      guard let code = modifiers(of: closure, on: built), !code.isEmpty,
        ownsItsLines(range), link.directive == nil
      else { return nil }
      let whole = SourceLines(["#if \(condition)"]) + code + ["#endif"]
      return Edit(range, text(whole, at: range))
    }
  }

  /// The modifiers that a helper writes, with the arguments of the call in the place of its
  /// parameters; nil where a comment or an argument's place would be lost.
  private func written(_ value: ExprSyntax, by link: ModifierLink) -> SourceLines? {
    guard link.call.arguments.count <= 1, link.call.additionalTrailingClosures.isEmpty,
      link.call.trailingClosure != nil,
      let start = value.firstToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate),
      start.tokenKind == .period
    else { return nil }
    let range = ByteRange(
      start.positionAfterSkippingLeadingTrivia.utf8Offset, file.range(of: value).upperBound)
    var code = SourceLines(
      range, in: file, verbatim: MultilineStrings(in: Syntax(value)).lineStarts(in: file.source))
    guard let argument = link.call.arguments.first else { return code }
    // The one argument is a shape, which the look names once, as its last word.
    guard let label = argument.label?.text, code.lines.count == 1 else { return nil }
    let ending = "\(label): shape)"
    guard label == "in", code.lines[0].text.hasSuffix(ending) else { return nil }
    code.lines[0].text.removeLast(ending.count)
    code.lines[0].text += "\(label): \(argument.expression.trimmedText))"
    return code
  }

  /// The argument in the place of the value and its call.
  private func argument(of link: ModifierLink) -> Edit? {
    guard let argument = link.argument(""), link.call.arguments.count == 1,
      link.call.trailingClosure == nil, let base = link.member.base
    else { return nil }
    let whole = ByteRange(file.range(of: base).lowerBound, link.range.upperBound)
    let value = file.range(of: argument)
    guard isWithoutComments(whole, around: value) else { return nil }
    return Edit(whole, file.source.text(in: value))
  }

  /// The container that a closure puts around the view, written around it in place.
  private func wrapping(_ link: ModifierLink, _ closure: ClosureExprSyntax) -> Edit? {
    guard let name = Self.parameter(of: closure), closure.statements.count == 1,
      let container = closure.statements.first.flatMap(Self.value)?.as(FunctionCallExprSyntax.self),
      container.calledExpression.is(DeclReferenceExprSyntax.self),
      let content = container.trailingClosure, content.signature == nil,
      content.statements.count == 1, let only = content.statements.first.flatMap(Self.value),
      only.as(DeclReferenceExprSyntax.self)?.baseName.text == name,
      let base = link.member.base, let first = base.firstToken(viewMode: .sourceAccurate),
      !AnonymousArguments.areUsed(from: first, in: base),
      isWithoutComments(file.range(of: closure), around: file.range(of: only))
    else { return nil }
    let view = file.range(of: base)
    guard file.source.isFirstOnLine(view.lowerBound),
      isWithoutComments(ByteRange(view.lowerBound, link.range.upperBound), around: view)
    else { return nil }
    let head = file.source.text(
      in: ByteRange(
        file.range(of: container).lowerBound,
        content.leftBrace.endPositionBeforeTrailingTrivia.utf8Offset))
    let code =
      SourceLines([head]) + SourceLines(of: base, in: file).indented(by: file.source.indentation)
      + ["}"]
    let whole = ByteRange(view.lowerBound, link.range.upperBound)
    return Edit(whole, text(code, at: whole))
  }

  private func text(_ code: SourceLines, at range: ByteRange) -> String {
    code.text(
      after: file.source.indentation(ofLineAt: range.lowerBound),
      lineEnding: file.source.lineEnding)
  }

  /// Whether nothing else stands on the lines of a range.
  private func ownsItsLines(_ range: ByteRange) -> Bool {
    let lines = file.source.lines
    let end = lines.range(ofLine: lines.index(ofLineAt: range.upperBound)).upperBound
    return file.source.isFirstOnLine(range.lowerBound)
      && file.source.text(in: ByteRange(range.upperBound, end)).allSatisfy(\.isWhitespace)
  }

  /// The edit that takes a helper out, with the extension around it where nothing else is in there.
  func removal(of function: FunctionDeclSyntax) -> Edit? {
    guard let item = function.parent?.as(MemberBlockItemSyntax.self) else {
      return withDocumentation(Syntax(function))
    }
    guard let list = item.parent?.as(MemberBlockItemListSyntax.self), list.count == 1,
      let container = list.parent?.parent?.as(ExtensionDeclSyntax.self),
      container.modifiers.hasPrivate, container.inheritanceClause == nil
    else { return withDocumentation(Syntax(item)) }
    return withDocumentation(Syntax(container))
  }

  private func withDocumentation(_ node: Syntax) -> Edit? {
    var start = node.positionAfterSkippingLeadingTrivia.utf8Offset
    var offset = start
    for piece in node.leadingTrivia.pieces.reversed() {
      offset -= piece.sourceLength.utf8Length
      switch piece {
      case .docLineComment, .docBlockComment: start = offset
      case .spaces, .tabs, .newlines(1), .carriageReturnLineFeeds(1): continue
      default:
        return LineRemoval(file: file)
          .edit(ByteRange(start, node.endPositionBeforeTrailingTrivia.utf8Offset))
      }
    }
    return LineRemoval(file: file)
      .edit(ByteRange(start, node.endPositionBeforeTrailingTrivia.utf8Offset))
  }

  private func removal(of link: ModifierLink) -> Edit? {
    // The first link of a '#if' in a chain: the clause must not become empty.
    if link.member.base == nil, link.call.parent?.is(MemberAccessExprSyntax.self) != true {
      return nil
    }
    return LineRemoval(file: file).edit(link.range)
  }

  /// Whether the closure of a call holds a check, which goes first.
  static func hasCheck(_ call: FunctionCallExprSyntax) -> Bool {
    onlyClosure(of: call)?.tokens(viewMode: .sourceAccurate).contains {
      $0.tokenKind == .poundAvailable || $0.tokenKind == .poundUnavailable
    } ?? false
  }

  private static func onlyClosure(of call: FunctionCallExprSyntax) -> ClosureExprSyntax? {
    guard call.additionalTrailingClosures.isEmpty else { return nil }
    if let closure = call.trailingClosure { return call.arguments.isEmpty ? closure : nil }
    guard call.arguments.count == 1, let only = call.arguments.first, only.label == nil else {
      return nil
    }
    return only.expression.as(ClosureExprSyntax.self)
  }

  /// The modifiers that a closure applies to its parameter, from their dot on; nil where it does
  /// something else.
  private func modifiers(
    of closure: ClosureExprSyntax, on built: [Platform]
  ) -> SourceLines? {
    guard let parameter = Self.parameter(of: closure), closure.statements.count == 1,
      let only = closure.statements.first
    else { return nil }
    if case .decl(let declaration) = only.item, let config = declaration.as(IfConfigDeclSyntax.self)
    {
      return modifiers(of: config, on: built, parameter: parameter, in: closure)
    }
    guard let value = Self.value(of: only) else { return nil }
    let body = ByteRange(
      (closure.signature.map { file.range(of: $0).upperBound }
        ?? closure.leftBrace.endPositionBeforeTrailingTrivia.utf8Offset),
      file.range(of: closure.rightBrace).lowerBound)
    guard isWithoutComments(body, around: file.range(of: value)) else { return nil }
    return modifiers(of: value, parameter: parameter, in: closure)
  }

  private func modifiers(
    of config: IfConfigDeclSyntax, on built: [Platform], parameter: String,
    in closure: ClosureExprSyntax
  ) -> SourceLines? {
    var chosen: IfConfigClauseSyntax?
    for platform in built {
      let condition = BuildCondition(platform: platform)
      guard
        let compiled = config.clauses.first(where: {
          condition.isCompiled($0, among: config.clauses) == .yes
        }), chosen == nil || chosen?.id == compiled.id
      else { return nil }
      chosen = compiled
    }
    guard let chosen, case .statements(let items) = chosen.elements, items.count == 1,
      let only = items.first, let value = Self.value(of: only),
      isWithoutComments(file.range(of: closure), around: file.range(of: value))
    else { return nil }
    return modifiers(of: value, parameter: parameter, in: closure)
  }

  private func modifiers(
    of value: ExprSyntax, parameter: String, in closure: ClosureExprSyntax
  ) -> SourceLines? {
    let uses = value.tokens(viewMode: .sourceAccurate).filter { token in
      token.text == parameter && token.belongs(to: closure, anonymous: parameter.hasPrefix("$"))
    }
    guard uses.count == 1, let use = uses.first,
      use.position == value.firstToken(viewMode: .sourceAccurate)?.position,
      Self.isPostfix(value)
    else { return nil }
    let range = ByteRange(
      use.endPositionBeforeTrailingTrivia.utf8Offset, file.range(of: value).upperBound)
    guard let dot = use.nextToken(viewMode: .sourceAccurate), range.count > 0 else {
      return SourceLines()
    }
    let start = dot.positionAfterSkippingLeadingTrivia.utf8Offset
    guard dot.tokenKind == .period else { return nil }
    let verbatim = MultilineStrings(in: Syntax(value)).lineStarts(in: file.source)
    var lines = SourceLines(ByteRange(start, range.upperBound), in: file, verbatim: verbatim)
    let unit = file.source.indentation
    let later = lines.lines.dropFirst()
    if later.allSatisfy({ $0.isVerbatim || $0.text.isEmpty || $0.text.hasPrefix(unit) }) {
      for index in later.indices where !lines.lines[index].isVerbatim {
        if lines.lines[index].text.hasPrefix(unit) {
          lines.lines[index].text.removeFirst(unit.count)
        }
      }
    }
    return lines
  }

  private static func isPostfix(_ value: ExprSyntax) -> Bool {
    value.is(FunctionCallExprSyntax.self) || value.is(DeclReferenceExprSyntax.self)
      || value.is(PostfixIfConfigExprSyntax.self)
  }

  private static func value(of item: CodeBlockItemSyntax) -> ExprSyntax? {
    switch item.item {
    case .expr(let expression): expression
    case .stmt(let statement): statement.as(ReturnStmtSyntax.self)?.expression
    default: nil
    }
  }

  /// The name of a closure's only parameter.
  private static func parameter(of closure: ClosureExprSyntax) -> String? {
    guard let signature = closure.signature else { return "$0" }
    guard signature.capture == nil, signature.attributes.isEmpty, signature.returnClause == nil,
      case .simpleInput(let list) = signature.parameterClause, list.count == 1
    else { return nil }
    return list.first?.name.text
  }

  private func isWithoutComments(_ range: ByteRange, around inner: ByteRange) -> Bool {
    let outside =
      file.source.text(in: ByteRange(range.lowerBound, inner.lowerBound))
      + file.source.text(in: ByteRange(inner.upperBound, range.upperBound))
    return !outside.contains("//") && !outside.contains("/*")
  }
}

extension TokenSyntax {
  /// Whether a parameter's name means the one of this closure.
  fileprivate func belongs(to closure: ClosureExprSyntax, anonymous: Bool) -> Bool {
    guard anonymous else { return true }
    var next = parent
    while let node = next {
      if let other = node.as(ClosureExprSyntax.self) { return other.id == closure.id }
      next = node.parent
    }
    return false
  }
}
