/// What a commit of the bot notes besides the trailers of every delivery.
///
/// Fresh clones remember nothing, so a commit is the bot's only when it says so in every way: all
/// trailers are there, tree and parent are those recorded, the message has the digest that it was
/// given, and the committer is the bot.
public struct BotTrailers: Hashable, Sendable {
  /// The trailers of every delivery.
  public var delivery: DeliveryTrailers
  /// A digest of the sites that the commit changes.
  public var sites: String

  static let sitesKey = "Migrate-Sites"
  private static let sealKey = "Migrate-Message"

  /// Reads a commit; nil unless the bot made it and nobody changed it since.
  ///
  /// - Parameter committer: the address that the bot makes commits with.
  public init?(_ commit: CommitContents, committer: String) {
    guard let delivery = DeliveryTrailers(commit), let sites = commit.trailer(Self.sitesKey),
      let seal = commit.trailer(Self.sealKey), commit.committer?.email == committer
    else { return nil }
    let line = "\(Self.sealKey): \(seal)\n"
    guard commit.message.hasSuffix(line),
      Digest.short(String(commit.message.dropLast(line.count))) == seal
    else { return nil }
    self.delivery = delivery
    self.sites = sites
  }

  /// A message that ends in a digest of itself.
  static func sealed(_ message: String) -> String {
    "\(message)\(sealKey): \(Digest.short(message))\n"
  }
}
