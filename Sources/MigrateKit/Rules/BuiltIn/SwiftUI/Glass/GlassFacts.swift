/// The kinds of facts about glass that rules share.
enum GlassFacts {
  /// A declaration of the project's own that can stand for a symbol of SwiftUI; the subject is the
  /// symbol: `glassEffect` on views, `Glass`, `GlassEffectContainer`.
  static let shadow = "glass-shadow"
  /// A type or a modifier of the project that puts glass on what it is applied to, or on itself.
  ///
  /// The subject is the name of a type, or a dot and the name of a modifier; the object is a
  /// `GlassCarrier`.
  static let carrier = "glass-carrier"
}

/// What carries the glass of a type or a modifier.
enum GlassCarrier: String {
  /// A view type whose whole body carries glass.
  case view
  /// A view type that has glass somewhere inside.
  case part
  /// A view modifier type that puts glass on its content.
  case modifier
  /// A style that puts glass on what it styles.
  case style
  /// A member of an extension of `View` that puts glass on the view.
  case helper
}
