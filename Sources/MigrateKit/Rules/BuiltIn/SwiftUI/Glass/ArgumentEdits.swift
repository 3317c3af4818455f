import SwiftSyntax

/// Edits of the arguments of one call.
struct ArgumentEdits {
  private let file: ParsedFile
  private let call: FunctionCallExprSyntax

  /// Looks at a call.
  init(of call: FunctionCallExprSyntax, in file: ParsedFile) {
    self.call = call
    self.file = file
  }

  /// Whether a comment stands between the parentheses, which edits there could lose.
  var haveComment: Bool {
    call.arguments.tokens(viewMode: .sourceAccurate).contains { token in
      token.leadingTrivia.hasComment || token.trailingTrivia.hasComment
    } || call.leftParen?.trailingTrivia.hasComment ?? false
  }

  /// Takes an argument away together with one comma.
  func removal(of argument: LabeledExprSyntax) -> Edit? {
    let arguments = Array(call.arguments)
    guard let index = arguments.firstIndex(where: { $0.id == argument.id }) else { return nil }
    if index > 0 {
      let start = file.range(of: arguments[index - 1].expression).upperBound
      return Edit(ByteRange(start, file.range(of: argument.expression).upperBound), "")
    }
    let end =
      arguments.count > 1
      ? arguments[1].positionAfterSkippingLeadingTrivia.utf8Offset
      : file.range(of: argument.expression).upperBound
    return Edit(ByteRange(file.range(of: argument).lowerBound, end), "")
  }

  /// Puts an argument before all others.
  func insertionAtStart(_ text: String) -> Edit? {
    guard let first = call.arguments.first else {
      return call.leftParen.map {
        Edit(insertAt: $0.endPositionBeforeTrailingTrivia.utf8Offset, text)
      }
    }
    return Edit(insertAt: file.range(of: first).lowerBound, text + ", ")
  }
}

extension Trivia {
  /// Whether there is a comment of any kind.
  var hasComment: Bool {
    contains { piece in
      switch piece {
      case .lineComment, .blockComment, .docLineComment, .docBlockComment: true
      default: false
      }
    }
  }
}
