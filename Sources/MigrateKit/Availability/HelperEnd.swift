import SwiftSyntax

/// Where helpers of views are declared: beside those of their kind, or at the end of the file.
struct HelperEnd {
  private let offset: Int
  /// The indentation of the helpers that are there already; nil where an extension is to be written.
  private let indentation: String?

  /// Looks for a private extension of `View` that holds one of the functions.
  init(in file: ParsedFile, of names: Set<String>) {
    let search = HelperExtensions(names)
    if !names.isEmpty { search.walk(file.tree) }
    if let found = search.found?.memberBlock.members.last {
      offset = found.endPositionBeforeTrailingTrivia.utf8Offset
      indentation = file.source.indentation(
        ofLineAt: found.positionAfterSkippingLeadingTrivia.utf8Offset)
    } else {
      offset = DeclarationEnd.offset(in: file, importing: ["SwiftUI"])
      indentation = nil
    }
  }

  /// The edit that adds functions.
  func insertion(of functions: SourceLines, unit: String, lineEnding: String) -> Edit {
    if let indentation {
      let text = functions.text(after: indentation, lineEnding: lineEnding)
      return Edit(insertAt: offset, lineEnding + lineEnding + indentation + text)
    }
    let whole =
      SourceLines(["", "", "fileprivate extension View {"]) + functions.indented(by: unit) + ["}"]
    return Edit(insertAt: offset, whole.text(after: "", lineEnding: lineEnding))
  }
}

/// Finds the first private extension of `View` that holds one of the functions.
private final class HelperExtensions: SyntaxVisitor {
  private let names: Set<String>
  private(set) var found: ExtensionDeclSyntax?

  init(_ names: Set<String>) {
    self.names = names
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    if found == nil, node.modifiers.hasPrivate, node.extendedType.trimmedText == "View",
      node.memberBlock.members.contains(where: { member in
        member.decl.as(FunctionDeclSyntax.self).map { names.contains($0.name.text) } ?? false
      })
    {
      found = node
    }
    return .skipChildren
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
