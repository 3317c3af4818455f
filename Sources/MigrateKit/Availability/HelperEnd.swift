import SwiftSyntax

/// Where helpers of views are declared: beside those of their kind, or at the end of the file.
struct HelperEnd {
  private let offset: Int
  /// The indentation of the helpers that are there already; nil where an extension is to be written.
  private let indentation: String?

  /// Looks for a private extension of `View` that holds one of the functions.
  init(in file: ParsedFile, of names: Set<String>) {
    let statements = file.tree.statements
    let found = names.isEmpty ? nil : statements.lazy.compactMap { Self.last(of: $0, names) }.first
    if let found {
      offset = found.endPositionBeforeTrailingTrivia.utf8Offset
      indentation = file.source.indentation(
        ofLineAt: found.positionAfterSkippingLeadingTrivia.utf8Offset)
    } else {
      offset = DeclarationEnd.offset(in: file, importing: ["SwiftUI"])
      indentation = nil
    }
  }

  private static func last(
    of item: CodeBlockItemSyntax, _ names: Set<String>
  ) -> MemberBlockItemSyntax? {
    guard case .decl(let declaration) = item.item,
      let container = declaration.as(ExtensionDeclSyntax.self), container.modifiers.hasPrivate,
      container.extendedType.trimmedDescription == "View",
      container.memberBlock.members.contains(where: { member in
        member.decl.as(FunctionDeclSyntax.self).map { names.contains($0.name.text) } ?? false
      })
    else { return nil }
    return container.memberBlock.members.last
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
