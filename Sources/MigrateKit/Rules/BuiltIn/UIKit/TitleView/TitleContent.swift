import SwiftSyntax

/// What the custom view of a leading item is.
enum TitleContent {
  /// A title, with what moving it needs.
  case title(Title)
  /// Something else, with the reason code for leaving it.
  case left(String)
  /// Perhaps a title; why the code does not show it, as the end of a sentence.
  case doubtful(String)
}

/// A title and what moving it needs.
struct Title {
  /// The view as the statement can name it.
  var view: String
  /// The uses of the view.
  var uses: [MemberUse]
  /// The statements that lead its content.
  var leading: [String] = []
  /// The hosting controller whose view it is.
  var host: TitleHost?
  /// The text, where it is one literal.
  var literal: String?
  /// The text as code, where the title has one that the file does not change later.
  var text: String?
  /// Why it cannot be moved, as the end of a sentence.
  var problem: String?
}

/// The hosting controller of a title.
struct TitleHost {
  /// The controller as the statement can name it.
  var controller: String
  /// The uses of the controller.
  var uses: [MemberUse]
  /// The SwiftUI view that gets the modifiers.
  var view: ExprSyntax?
  /// What leads its content, each beginning with a dot; empty where it is led already.
  var modifiers: [String] = []
}

extension Title {
  /// The calls that keep the bar from squeezing the view sideways.
  var compressionCalls: [MemberUse] {
    uses.filter { use in
      use.called("setContentCompressionResistancePriority")?.arguments.contains {
        $0.label?.text == "for" && $0.expression.trimmedText.hasSuffix("horizontal")
      } == true
    }
  }

  /// Whether the view is taken out of frame-based layout.
  var hasConstraintLayout: Bool {
    uses.contains {
      $0.assigned("translatesAutoresizingMaskIntoConstraints")?.trimmedText == "false"
    }
  }
}

extension TitleHost {
  /// Whether the controller sizes its view by its content.
  var sizesView: Bool {
    uses.contains {
      $0.assigned("sizingOptions")?.trimmedText.contains("intrinsicContentSize") == true
    }
  }
}
