/// How much a plugin may take of time and room.
public struct PluginLimits: Hashable, Sendable {
  /// How long a process may take to start and shake hands.
  public var handshake: Duration = .seconds(20)
  /// How long an answer about one file may take.
  public var reply: Duration = .seconds(10)
  /// The most bytes of one answer.
  public var replyBytes = 16 << 20
  /// The most findings, and the most sites left alone, in one file.
  public var findings = 10_000
  /// How many faults a plugin may have in one run before it is asked nothing more; an answer that
  /// does not come counts as three.
  public var faults = 12
  /// The most bytes of all needles of a plugin.
  public var needleBytes = 16 << 10
  /// The most bytes of a program that is copied.
  public var programBytes = 1 << 30

  /// The limits of a run.
  public init() {}
}
