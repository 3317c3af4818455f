import SwiftSyntax

/// Writes templates with the code of one match.
struct TemplateRenderer {
  let file: ParsedFile
  let bindings: CodeBindings
  /// The bytes of the match; closures in it may go into closures of the template.
  var scope: ByteRange?
  /// Names that are written in the place of the code of placeholders.
  var names: [String: String] = [:]

  /// Why a template cannot be written for a match.
  enum Failure: String, Error {
    /// Closures that follow the parentheses have no place in the template.
    case trailingClosure
    /// Anonymous arguments of a closure around the match would be those of another one.
    case anonymousArguments
    /// A chain that ends at a '?' would end elsewhere.
    case optionalChain
    /// A member whose type is known from around it would have other code there.
    case implicitMember
    /// A variable given by '&' is no argument any more.
    case inOutArgument
    /// 'super' without a member is nothing.
    case superReference
    /// A closure would hold 'try' or 'await' that stood outside.
    case effects
    /// A '#if' within a chain stays with its chain.
    case conditionalChain
  }

  /// The lines of a template; without its receiver, from the dot on, when asked for.
  func lines(
    of template: Template, afterReceiver: Bool = false
  ) throws(Failure) -> SourceLines {
    var output = Output(unit: file.source.indentation, step: template.step)
    let pieces = afterReceiver ? template.pieces.dropFirst() : template.pieces[...]
    let placed = pieces.compactMap { piece in
      if case .trailing(let variable) = piece { variable.name } else { nil }
    }
    for piece in pieces {
      switch piece {
      case .text(let text): output.append(text)
      case .block(let variable, let position):
        guard let name = variable.name, let binding = bindings[name] else { continue }
        guard let block = binding.block else {
          output.append(" ")
          if let range = binding.range {
            try check(range, position)
            output.append(lines(of: range))
            output.append(" ")
          }
          continue
        }
        try check(block, position)
        var code = lines(of: block)
        // The brace that ends the block may begin its line.
        if block.lowerBound < block.upperBound,
          [0x0A, 0x0D].contains(file.source.bytes[block.upperBound - 1])
        {
          code = code + [""]
        }
        output.appendBlock(code)
      case .capture(let variable, let position):
        if let name = variable.name, let text = names[name] {
          output.append(SourceLines([text]))
          continue
        }
        guard let name = variable.name, let binding = bindings[name] else { continue }
        if !binding.trailing.isEmpty, !placed.contains(name) { throw .trailingClosure }
        guard let range = binding.range else {
          output.appendNothing(isArgument: position.isArgument)
          continue
        }
        try check(range, position)
        if variable.isLinks || binding.node?.is(ExprSyntax.self) == true {
          try checkConditions(in: range)
        }
        var needsParentheses =
          position.isTight && (binding.node.map(ExpressionShape.isLoose) ?? false)
        if let scope, let node = binding.node,
          let operand = CapturedOperand(node, scope: scope, in: file),
          try operand.needsParentheses(at: position.place, isInClosure: position.isInClosure)
        {
          needsParentheses = true
        }
        if needsParentheses { output.append("(") }
        output.append(lines(of: range))
        if needsParentheses { output.append(")") }
      case .trailing(let variable):
        guard let name = variable.name, let binding = bindings[name] else { continue }
        if !binding.trailing.isEmpty { output.removeEmptyParentheses() }
        for closure in binding.trailing {
          output.append(closure.label.map { " \($0): " } ?? " ")
          output.append(lines(of: closure.range))
        }
      }
    }
    return output.finished(isTail: afterReceiver)
  }

  /// Whether code may be written at a place.
  private func check(_ range: ByteRange, _ position: Template.Position) throws(Failure) {
    if position.isInClosure, let scope,
      AnonymousArguments.areUsed(in: range, of: file, fromOutside: scope)
    {
      throw .anonymousArguments
    }
  }

  /// A directive needs a line of its own, which code within a line does not have.
  private func checkConditions(in range: ByteRange) throws(Failure) {
    let text = file.source.text(in: range)
    if text.hasPrefix("#if") || text.hasSuffix("#endif") { throw .conditionalChain }
  }

  /// The lines of a part of the file.
  func lines(of range: ByteRange) -> SourceLines {
    let isMultiline = file.source.text(in: range).contains("\"\"\"")
    let verbatim =
      isMultiline
      ? MultilineStrings(in: Syntax(file.tree)).lineStarts(in: file.source) : []
    return SourceLines(range, in: file, verbatim: verbatim)
  }

  /// The text of a message, with code on one line and shortened.
  func message(_ pieces: [MessageText.Piece]) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): return text
      case .capture(let name):
        guard let range = bindings[name]?.range else { return "" }
        let words = file.source.text(in: range).split(whereSeparator: \.isWhitespace)
        let text = words.joined(separator: " ")
        return text.count > 60 ? text.prefix(59) + "…" : text
      }
    }.joined()
  }

  /// The lines written so far.
  private struct Output {
    private var lines = SourceLines([""])
    private var indentation = ""
    private var dropsComma = false
    private var dropsLine = false
    private let unit: String
    private let step: Int

    init(unit: String, step: Int) {
      self.unit = unit
      self.step = max(step, 1)
    }

    mutating func append(_ text: String) {
      var text = text[...]
      if dropsComma, text.first == "," {
        text = text.dropFirst().drop { $0 == " " }
      }
      if dropsLine, text.first?.isNewline ?? true {
        lines.lines.removeLast()
        if lines.isEmpty { text = text.dropFirst() }
        if lines.isEmpty { lines = SourceLines([""]) }
      }
      dropsComma = false
      dropsLine = false
      let parts = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      for (index, part) in parts.enumerated() {
        if index == 0 {
          extend(String(part))
        } else {
          let spaces = part.prefix { $0 == " " }.count
          indentation =
            String(repeating: unit, count: spaces / step)
            + String(repeating: " ", count: spaces % step)
          lines.lines.append(
            SourceLines.Line(text: indentation + part.dropFirst(spaces), isVerbatim: false))
        }
      }
    }

    mutating func append(_ code: SourceLines) {
      guard let first = code.lines.first else { return }
      dropsComma = false
      dropsLine = false
      extend(first.text)
      for line in code.lines.dropFirst() {
        let text = line.isVerbatim || line.text.isEmpty ? line.text : indentation + line.text
        lines.lines.append(SourceLines.Line(text: text, isVerbatim: line.isVerbatim))
      }
    }

    /// Writes what stands between two braces; a brace on a line of its own stays there.
    mutating func appendBlock(_ code: SourceLines) {
      append(code)
      guard code.lines.count > 1, let last = code.lines.last, last.text.isEmpty else { return }
      extend(indentation)
    }

    /// Writes a placeholder that stands for nothing: the comma or the line goes with it.
    mutating func appendNothing(isArgument: Bool) {
      guard let last = lines.lines.last else { return }
      if isArgument {
        let text = Self.trimmed(last.text)
        if text.hasSuffix(",") {
          lines.lines[lines.lines.count - 1].text = String(text.dropLast())
        } else {
          dropsComma = true
        }
      } else if last.text.allSatisfy({ $0 == " " || $0 == "\t" }) {
        dropsLine = true
      }
    }

    mutating func removeEmptyParentheses() {
      guard let last = lines.lines.last, last.text.hasSuffix("()") else { return }
      lines.lines[lines.lines.count - 1].text = String(last.text.dropLast(2))
    }

    /// The lines; those of a tail begin with the dot.
    func finished(isTail: Bool) -> SourceLines {
      var lines = lines
      while isTail, lines.lines.count > 1, lines.lines[0].text.allSatisfy(\.isWhitespace) {
        lines.lines.removeFirst()
      }
      if isTail, let first = lines.lines.first {
        let dropped = first.text.prefix { $0 == " " || $0 == "\t" }
        for index in lines.lines.indices
        where !lines.lines[index].isVerbatim && lines.lines[index].text.hasPrefix(dropped) {
          lines.lines[index].text.removeFirst(dropped.count)
        }
      }
      while lines.lines.count > 1, lines.lines.last?.text.allSatisfy(\.isWhitespace) ?? false {
        lines.lines.removeLast()
      }
      return lines
    }

    private mutating func extend(_ text: String) {
      lines.lines[lines.lines.count - 1].text += text
    }

    private static func trimmed(_ text: String) -> String {
      var text = text[...]
      while text.last == " " { text.removeLast() }
      return String(text)
    }
  }
}
