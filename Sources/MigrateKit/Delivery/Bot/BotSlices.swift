/// Cuts a recipe's change into parts that different people review.
struct BotSlices {
  let split: BotPolicy.Split
  let owners: CodeOwners

  /// The name of the part that a path belongs to; nil for the whole.
  func name(of path: String) -> String? {
    switch split {
    case .none: nil
    case .folder(let depth): Self.slug(Self.folder(of: path, depth: depth))
    case .codeOwners: Self.slug(owners.owners(of: path).joined(separator: "-"))
    }
  }

  private static func folder(of path: String, depth: Int) -> String {
    path.split(separator: "/").dropLast().prefix(max(depth, 1)).joined(separator: "-")
  }

  /// A name that may end a branch's name; what cannot stand there is a hyphen.
  static func slug(_ text: String) -> String {
    var slug = ""
    for scalar in text.unicodeScalars {
      let isPlain =
        scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      if isPlain || scalar == "_" {
        slug.unicodeScalars.append(scalar)
      } else if !slug.isEmpty, slug.last != "-" {
        slug += "-"
      }
    }
    while slug.hasSuffix("-") { slug.removeLast() }
    return slug.isEmpty ? "other" : String(slug.prefix(60))
  }
}

/// The owners of paths, by the last matching line of a `CODEOWNERS` file.
public struct CodeOwners: Sendable {
  /// Where such a file lies, in the order that forges look.
  public static let paths = [
    ".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS",
    ".gitea/CODEOWNERS",
  ]

  private var lines: [(glob: PathGlob, owners: [String])] = []

  /// Nobody owns anything.
  public init() {}

  /// Reads a file; lines that are no pattern are passed over, as forges do.
  public init(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      let code = line.prefix { $0 != "#" }
      // GitLab's sections are headings here.
      guard let first = code.first, first != "[", first != "^" else { continue }
      let words = code.split(whereSeparator: \.isWhitespace).map(String.init)
      guard let pattern = words.first else { continue }
      do {
        lines.append((try PathGlob(pattern), Array(words.dropFirst())))
      } catch {
        continue
      }
    }
  }

  /// The owners of a path, as written; empty when nobody is named.
  public func owners(of path: String) -> [String] {
    lines.last { $0.glob.matches(path) }?.owners ?? []
  }
}
