import SwiftSyntax

/// Why a custom bar is left to a person.
struct NativeBarObstacle: Error {
  /// The end of a sentence.
  let reason: String
}

/// What the native bar shows in the place of a simple custom one.
struct NativeBarPlan {
  /// The title, as code; nil where the controller has one already or the bar has none.
  var title: String?
  /// One bar button item.
  struct Item {
    /// The name of the button that it replaces.
    let button: String
    /// The code that makes it.
    let code: String
    /// What VoiceOver says of it, as code.
    let accessibilityLabel: String?
  }

  /// The items on the left, the outermost first.
  var left: [Item] = []
  /// The items on the right, the outermost first.
  var right: [Item] = []
  /// Whether the custom bar has a back button, whose place the system's takes.
  var hasBackButton = false
  /// The statement that adds the bar to the controller's view.
  var added: CodeBlockItemSyntax
  /// The anchors of the bar below which others are laid out.
  var followers: [ExprSyntax] = []

  /// Reads a bar.
  static func read(
    _ bar: CustomBar, content: CustomBarContent, type: String, in index: SourceIndex
  ) -> Result<NativeBarPlan, NativeBarObstacle> {
    var reader = NativeBarReader(bar: bar, content: content, type: type, index: index)
    do throws(NativeBarObstacle) { return .success(try reader.plan()) } catch {
      return .failure(error)
    }
  }
}
