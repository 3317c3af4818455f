/// The kinds of facts about view controllers that the title rule needs of other files.
enum TitleViewFact {
  /// A class that puts a title, or what may be one, on the leading side of its bar.
  static let candidate = "title-view-candidate"
  /// A SwiftUI view that such a class hosts.
  static let hosted = "title-view-hosted"
  /// A hosted view that is named in an expression outside of previews; the object numbers these
  /// in the file.
  static let hostedUse = "title-view-hosted-use"
  /// What a hosted view shows; the object is a `HostedTitle` in its short form.
  static let content = "title-view-content"
  /// A class; the object is its first inherited type.
  static let declared = "title-view-class"
  /// A class that has subclasses; the object is one of them.
  static let subclass = "title-view-subclass"
  /// A class, or a view controller class of UIKit, on which a title view is set; the subject is
  /// empty where the code does not show on which.
  static let titleViewSet = "title-view-set"
  /// A class that says itself what the back button to it shows.
  static let backButton = "title-view-back-button"
  /// A class whose leading items are named; the object numbers the mentions in the file.
  static let leadingItems = "title-view-leading-items"
  /// A class that says whether its back button is hidden; the object is `true` where it is.
  static let hidesBackButton = "title-view-hides-back-button"
  /// A class that names a title for its bar; the object is the text where it is a literal.
  static let titleText = "title-view-title-text"
  /// A class that is the root of a navigation controller.
  static let root = "title-view-navigation-root"
  /// A class that is pushed onto a navigation controller.
  static let pushed = "title-view-pushed"
  /// A function that wraps a view controller in a navigation controller; the object is the label
  /// of the parameter, `#` and a position where it has none, or `self`.
  static let wrapper = "title-view-navigation-wrapper"
}

/// What the facts say of one view controller class and of those it shares code with.
struct ControllerFamily {
  /// The class.
  let name: String
  private let facts: ProjectFacts
  private let ancestors: [String]
  private let descendants: [String]

  init(of name: String, facts: ProjectFacts) {
    self.name = name
    self.facts = facts
    ancestors = Self.reach(from: name) { type in
      facts.facts(TitleViewFact.declared, about: type).map(\.object)
    }
    descendants = Self.reach(from: name) { type in
      facts.facts(TitleViewFact.subclass, about: type).map(\.object)
    }
  }

  private static func reach(from name: String, _ next: (String) -> [String]) -> [String] {
    var found: [String] = []
    var open = [name]
    while let type = open.popLast(), found.count < 200 {
      for other in next(type) where !other.isEmpty && other != name && !found.contains(other) {
        found.append(other)
        open.append(other)
      }
    }
    return found
  }

  /// Whether more than one class of the project has the name.
  var isAmbiguous: Bool {
    Set(facts.facts(TitleViewFact.declared, about: name).map(\.path)).count > 1
  }

  /// The file that sets a title view on a controller of the family, or on one that it does not
  /// show.
  var titleViewSetter: String? {
    ([name] + ancestors + descendants + [""]).lazy
      .compactMap { facts.facts(TitleViewFact.titleViewSet, about: $0).first?.path }.first
  }

  /// The number of mentions of leading items in the code of the family.
  var leadingMentions: Int {
    ([name] + ancestors + descendants)
      .reduce(0) { $0 + facts.facts(TitleViewFact.leadingItems, about: $1).count }
  }

  /// Whether the class, or one that it inherits from, hides its back button.
  var hidesBackButton: Bool {
    let settings = ([name] + ancestors + descendants)
      .flatMap { facts.facts(TitleViewFact.hidesBackButton, about: $0) }
    return !settings.isEmpty && settings.allSatisfy { $0.object == "true" }
      && settings.contains { !descendants.contains($0.subject) }
  }

  /// Whether the class, and every subclass, is the root of a navigation controller; a class with
  /// subclasses need not be one itself.
  var isNavigationRoot: Bool {
    let classes = descendants.isEmpty ? [name] : descendants
    return classes.allSatisfy { facts.has(TitleViewFact.root, about: $0) }
  }

  /// The file that pushes the class or a subclass onto a navigation controller.
  var pusher: String? {
    ([name] + descendants).lazy
      .compactMap { facts.facts(TitleViewFact.pushed, about: $0).first?.path }.first
  }

  /// Whether the family says what the back button to it shows.
  var namesBackButton: Bool {
    ([name] + ancestors + descendants)
      .contains { facts.has(TitleViewFact.backButton, about: $0) }
  }

  /// The titles that the family gives its bar; empty texts for those that are no literals.
  var titleTexts: [String] {
    ([name] + ancestors + descendants)
      .flatMap { facts.facts(TitleViewFact.titleText, about: $0).map(\.object) }
  }
}
