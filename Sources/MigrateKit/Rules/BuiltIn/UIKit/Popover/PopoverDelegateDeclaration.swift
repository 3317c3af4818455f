import SwiftSyntax

/// The delegate that keeps popovers from turning into sheets, declared once in a file.
struct PopoverDelegateDeclaration {
  /// The expression that gives the delegate.
  var expression: String { "\(name).shared" }

  private let name: String
  private let isPresent: Bool
  private let needsPlatform: Bool
  private let end: Int
  private let unit: String
  private let lineEnding: String

  private static let plainName = "CompactPopoverDelegate"

  /// Looks at the file for the delegate that it may already have.
  init(in index: SourceIndex, context: RuleContext) {
    let source = index.file.source
    isPresent =
      PopoverAdaptation.declared(by: Self.plainName, in: index) == PopoverAdaptation.none
      && index.property("shared", of: Self.plainName) != nil
    name = isPresent ? Self.plainName : FreshName.make(Self.plainName, in: index.file.tree)
    needsPlatform =
      context.platforms.platforms.contains { $0 != .iOS && $0 != .macCatalyst }
    unit = source.indentation
    lineEnding = source.lineEnding
    end = DeclarationEnd.offset(in: index.file, importing: ["UIKit", "SwiftUI"])
  }

  /// The insertion at the end of the file that declares the delegate; nil when it is there.
  ///
  /// - Parameter laysOut: Whether it lays the content out before the popover takes its size.
  func insertion(laysOut: Bool) -> Edit? {
    guard !isPresent else { return nil }
    var members = SourceLines([
      "static let shared = \(name)()", "",
      "func adaptivePresentationStyle(for controller: UIPresentationController)"
        + " -> UIModalPresentationStyle {",
      "\(unit).none", "}",
    ])
    if laysOut {
      members =
        members + [
          "",
          "func prepareForPopoverPresentation(_ popover: UIPopoverPresentationController) {",
          "\(unit)popover.presentedViewController.view.layoutIfNeeded()", "}",
        ]
    }
    var lines =
      SourceLines([
        "/// Keeps popovers from turning into sheets where space is narrow.",
        "fileprivate final class \(name): NSObject, UIPopoverPresentationControllerDelegate {",
      ]) + members.indented(by: unit) + ["}"]
    if needsPlatform { lines = SourceLines(["#if os(iOS)"]) + lines + ["#endif"] }
    let whole = SourceLines(["", ""]) + lines
    return Edit(insertAt: end, whole.text(after: "", lineEnding: lineEnding))
  }
}
