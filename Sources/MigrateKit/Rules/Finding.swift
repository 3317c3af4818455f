/// How much attention a finding asks for.
public enum FindingLevel: String, Codable, Sendable, Comparable {
  case note
  case warning
  case error

  /// Orders from note to error.
  public static func < (left: FindingLevel, right: FindingLevel) -> Bool {
    left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// How far a fix can be trusted without a person.
public enum Safety: String, Codable, Sendable, Comparable {
  /// Nothing that a person need look at.
  case safe
  /// Right by construction, but taste decides.
  case review
  /// A finding only; there is no fix.
  case advice

  /// Orders from safe to advice.
  public static func < (left: Safety, right: Safety) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .safe: 0
    case .review: 1
    case .advice: 2
    }
  }
}

/// Edits of one file that are made together or not at all.
public struct Fix: Hashable, Codable, Sendable {
  /// The edits on the original bytes.
  public var edits: [Edit]

  /// Makes a fix.
  public init(_ edits: [Edit]) {
    self.edits = edits.sorted()
  }
}

/// A place that a rule has something to say about.
public struct Finding: Hashable, Codable, Sendable {
  /// The id of the rule.
  public var rule: String
  /// The bytes of the site, in the original file.
  public var byteRange: ByteRange
  /// What is so and what to do about it: lowercase start, code in single quotes, no final stop.
  public var message: String
  /// How much attention it asks for.
  public var level: FindingLevel
  /// How far its fix can be trusted; `advice` exactly when there is none.
  public var safety: Safety
  /// The edits that resolve it.
  public var fix: Fix?

  /// Makes a finding; without a fix its safety is `advice`.
  public init(
    rule: String, at byteRange: ByteRange, message: String, level: FindingLevel = .warning,
    safety: Safety = .safe, fix: Fix? = nil
  ) {
    self.rule = rule
    self.byteRange = byteRange
    self.message = message
    self.level = level
    self.safety = fix == nil ? .advice : (safety == .advice ? .review : safety)
    self.fix = fix
  }
}

/// A site that was looked at and left alone, with the reason.
public struct LeftSite: Hashable, Codable, Sendable {
  /// The bytes of the site.
  public var byteRange: ByteRange
  /// A stable reason code in lower camel case, such as `spinner` or `toolbarItem`.
  public var reason: String

  /// Makes a left site.
  public init(at byteRange: ByteRange, reason: String) {
    self.byteRange = byteRange
    self.reason = reason
  }
}
