import SwiftParser
import SwiftSyntax

/// `#Preview` macros at the top of a file, which only Apple's plug-ins can expand.
enum PreviewMacros {
  /// The bytes with spaces in place of the macros; line breaks stay.
  static func blanked(in bytes: [UInt8]) -> [UInt8] {
    guard let text = String(validating: bytes, as: UTF8.self), text.contains("#Preview") else {
      return bytes
    }
    var bytes = bytes
    for item in Parser.parse(source: text).statements {
      let name: TokenSyntax
      if let macro = item.item.as(MacroExpansionDeclSyntax.self) {
        name = macro.macroName
      } else if let macro = item.item.as(MacroExpansionExprSyntax.self) {
        name = macro.macroName
      } else {
        continue
      }
      guard name.text == "Preview" else { continue }
      let start = item.positionAfterSkippingLeadingTrivia.utf8Offset
      let end = item.endPositionBeforeTrailingTrivia.utf8Offset
      for index in start..<end where bytes[index] != 0x0A && bytes[index] != 0x0D {
        bytes[index] = 0x20
      }
    }
    return bytes
  }
}
