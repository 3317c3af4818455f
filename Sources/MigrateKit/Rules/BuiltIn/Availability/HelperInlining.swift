import SwiftSyntax

/// Writes what a helper's call does in the place of the call, and takes out helpers without calls.
struct HelperInlining {
  let file: ParsedFile
  let platforms: FilePlatforms

  /// The edit that does without the call; nil where it cannot be written.
  func edit(of call: FunctionCallExprSyntax, meaning: RetiredViewGates.Meaning) -> Edit? {
    guard let link = ModifierLink(call), let closure = Self.onlyClosure(of: call) else {
      return nil
    }
    let range = link.range
    switch meaning {
    case .drops: return removal(of: link)
    case .applies:
      guard let code = modifiers(of: closure, on: platforms.platforms) else { return nil }
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
      let condition = BuildCondition(platform: platform, assumesCurrentSDK: false)
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
