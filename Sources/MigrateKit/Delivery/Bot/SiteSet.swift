/// The sites that a pull request was about, short enough to be noted in its text.
///
/// Of each fingerprint the first eight digits are kept: of a thousand sites two are taken for each
/// other in one repository of ten thousand.
public struct SiteSet: Hashable, Sendable {
  /// The most sites that are noted one by one; more stand for every site there is.
  public static let limit = 2500
  private static let length = 8

  private var prefixes: Set<String>
  /// Whether every site is in the set.
  public private(set) var isEverything: Bool

  /// The sites with these fingerprints.
  public init(_ fingerprints: some Sequence<String>) {
    prefixes = Set(fingerprints.map { String($0.prefix(Self.length)) })
    isEverything = prefixes.count > Self.limit
    if isEverything { prefixes = [] }
  }

  /// Every site.
  public static let everything: SiteSet = {
    var set = SiteSet([])
    set.isEverything = true
    return set
  }()

  /// The number of sites; 0 when it is every site.
  public var count: Int { prefixes.count }

  /// Whether a site is in the set.
  public func contains(_ fingerprint: String) -> Bool {
    isEverything || prefixes.contains(String(fingerprint.prefix(Self.length)))
  }
}

extension SiteSet: Codable {
  /// Reads the digits of all sites in a row, or `*`; anything else is every site.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    var rest = text[...]
    var read: Set<String> = []
    while rest.count >= Self.length, rest.prefix(Self.length).allSatisfy(\.isHexDigit) {
      read.insert(String(rest.prefix(Self.length)))
      rest = rest.dropFirst(Self.length)
    }
    isEverything = !rest.isEmpty
    prefixes = isEverything ? [] : read
  }

  /// Writes what `init(from:)` reads.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(isEverything ? "*" : prefixes.sorted().joined())
  }
}
