import SwiftParser
import SwiftSyntax

/// The functions that a file declares, and the names that are taken in it.
struct DeclaredFunctions {
  private let file: ParsedFile
  private var byName: [String: [FunctionDeclSyntax]] = [:]

  init(in file: ParsedFile) {
    self.file = file
    let collector = Collector(viewMode: .sourceAccurate)
    collector.walk(file.tree)
    for function in collector.functions {
      byName[function.name.text, default: []].append(function)
    }
  }

  /// Whether the file holds an identifier.
  func isTaken(_ name: String) -> Bool { FileIdentifiers.hold(name, in: file) }

  /// Whether the file declares a function of a name with these tokens, which are only made where it
  /// declares one of the name.
  func has(_ tokens: @autoclosure () -> [String], named name: String) -> Bool {
    guard let functions = byName[name] else { return false }
    let tokens = tokens()
    return functions.contains { Self.tokens(of: $0) == tokens }
  }

  static func tokens(of text: String) -> [String] { tokens(of: Parser.parse(source: text)) }

  private static func tokens(of node: some SyntaxProtocol) -> [String] {
    node.tokens(viewMode: .sourceAccurate).map(\.text).filter { !$0.isEmpty }
  }

  private final class Collector: SyntaxVisitor {
    var functions: [FunctionDeclSyntax] = []

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
      functions.append(node)
      return .visitChildren
    }
  }
}

/// Finds `$0` and its like that belong to a closure around a node.
enum AnonymousArguments {
  /// Whether the bytes use one of a closure that is not within `scope`.
  static func areUsed(in range: ByteRange, of file: ParsedFile, fromOutside scope: ByteRange)
    -> Bool
  {
    var next = file.tree.token(at: AbsolutePosition(utf8Offset: range.lowerBound))
    while let token = next, token.position.utf8Offset < range.upperBound {
      next = token.nextToken(viewMode: .sourceAccurate)
      guard case .dollarIdentifier(let name) = token.tokenKind,
        name.dropFirst().allSatisfy(\.isNumber)
      else { continue }
      var parent = token.parent
      while let current = parent, !current.is(ClosureExprSyntax.self) { parent = current.parent }
      guard let closure = parent.map({ file.range(of: $0) }) else { continue }
      if closure.lowerBound < scope.lowerBound || closure.upperBound > scope.upperBound {
        return true
      }
    }
    return false
  }

  /// Whether the tokens of the node from `start` on use one outside any closure of the node.
  static func areUsed(from start: TokenSyntax, in node: some SyntaxProtocol) -> Bool {
    node.tokens(viewMode: .sourceAccurate).contains { token in
      guard token.position >= start.position, case .dollarIdentifier(let name) = token.tokenKind,
        name.dropFirst().allSatisfy(\.isNumber)
      else { return false }
      var parent = token.parent
      while let current = parent, current.id != Syntax(node).id {
        if current.is(ClosureExprSyntax.self) { return false }
        parent = current.parent
      }
      return true
    }
  }
}

extension DeclaredFunctions {
  /// Those of a file, worked out once.
  static func shared(of file: ParsedFile) -> DeclaredFunctions {
    file.memo.value { DeclaredFunctions(in: file) }
  }
}

/// Every identifier of a file, without back ticks.
struct FileIdentifiers {
  let names: Set<String>

  init(in file: ParsedFile) {
    var names: Set<String> = []
    for token in file.tree.tokens(viewMode: .sourceAccurate) {
      guard case .identifier(let name) = token.tokenKind else { continue }
      names.insert(name.utf8.contains(0x60) ? name.filter { $0 != "`" } : name)
    }
    self.names = names
  }

  /// Whether a file holds an identifier; most that are asked for stand nowhere, which the bytes
  /// alone show.
  static func hold(_ name: String, in file: ParsedFile) -> Bool {
    !file.source.bytes.offsets(of: name).isEmpty && shared(of: file).names.contains(name)
  }

  /// Those of a file, worked out once.
  static func shared(of file: ParsedFile) -> FileIdentifiers {
    file.memo.value { FileIdentifiers(in: file) }
  }
}
