/// Time as a forge's client needs it.
public struct ForgeClock: Sendable {
  /// The seconds since 1970.
  public var now: @Sendable () -> Int64
  /// Waits for some seconds.
  public var wait: @Sendable (Int64) -> Void

  /// Makes a clock.
  public init(now: @escaping @Sendable () -> Int64, wait: @escaping @Sendable (Int64) -> Void) {
    self.now = now
    self.wait = wait
  }
}
