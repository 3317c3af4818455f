internal import Foundation

/// What the bot notes in the text of its pull request, since it remembers nothing itself.
public struct PullRequestRecord: Codable, Hashable, Sendable {
  /// The recipe's id.
  public var recipe: String
  /// The recipe's version.
  public var version: Int
  /// The sites that the branch changes.
  public var sites: SiteSet
  /// The branch that the bot chose to go into.
  public var base: String
  /// Whether the bot made it a draft.
  public var isDraft: Bool
  /// A digest of the title that the bot gave.
  public var title: String
  /// A digest of the text that the bot wrote.
  public var section: String
  /// Whether the commands of `verify` passed, where there were any.
  public var isVerified: Bool?
  /// Why the bot closed it; nil while it is open, or when a person closed it.
  public var closed: String?
  /// Why the bot had closed it when a person opened it again.
  public var reopened: String?

  /// Makes a record; `title` and `section` are digests.
  public init(
    recipe: String, version: Int, sites: SiteSet, base: String, isDraft: Bool, title: String,
    section: String = "", isVerified: Bool? = nil, closed: String? = nil, reopened: String? = nil
  ) {
    self.recipe = recipe
    self.version = version
    self.sites = sites
    self.base = base
    self.isDraft = isDraft
    self.title = title
    self.section = section
    self.isVerified = isVerified
    self.closed = closed
    self.reopened = reopened
  }

  private static let start = "<!-- migrate {"
  private static let end = "} -->"

  /// The record as a comment that Markdown does not show.
  var comment: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      // Neither stands in JSON but in a string, and both would end the comment.
      let json = String(decoding: try encoder.encode(self), as: UTF8.self)
        .replacing("--", with: "-\\u002d").replacing(">", with: "\\u003e")
      return "<!-- migrate \(json) -->"
    } catch {
      return ""
    }
  }

  /// Where the last record stands in a text, and what it says.
  static func find(in text: String) -> (range: Range<String.Index>, record: PullRequestRecord)? {
    guard let first = text.ranges(of: start).last,
      let last = text[first.upperBound...].firstRange(of: end)
    else { return nil }
    let json =
      "{" + text[first.upperBound..<last.lowerBound] + "}"
    do {
      let record = try JSONDecoder().decode(PullRequestRecord.self, from: Data(json.utf8))
      return (first.lowerBound..<last.upperBound, record)
    } catch {
      return nil
    }
  }
}
