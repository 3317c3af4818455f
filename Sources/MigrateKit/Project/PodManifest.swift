/// What a `Podfile` or a `.podspec` says, read as text: they are programs, and are not run.
struct PodManifest {
  /// The platforms with their lowest versions.
  private(set) var platforms: [Platform: PlatformVersion] = [:]
  /// The patterns of source files, relative to the folder of the file.
  private(set) var sources: [String] = []

  /// Reads the statements that state platforms and sources as literals.
  init(_ bytes: [UInt8]) {
    var isContinued = false
    for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).prefix(20_000) {
      let text = String(decoding: line.prefix(4_000), as: UTF8.self).trimmed
      if text.hasPrefix("#") { continue }
      let tokens = Self.tokens(text)
      if isContinued || tokens.contains(where: { $0.isWord && $0.text.hasSuffix("source_files") }),
        !tokens.contains(where: { $0.isWord && $0.text.hasSuffix("exclude_files") })
      {
        sources += tokens.filter { !$0.isWord }.map(\.text)
        isContinued = text.hasSuffix(",") || text.hasSuffix("[") || text.hasSuffix("=")
      } else {
        isContinued = false
        takePlatforms(tokens)
      }
    }
  }

  /// Takes `platform :ios, '14.0'`, `s.platforms = { :ios => '13.0' }` and
  /// `s.ios.deployment_target = '13.0'`.
  private mutating func takePlatforms(_ tokens: [Token]) {
    let words = tokens.filter(\.isWord).map(\.text)
    let isDeployment = words.contains { $0.hasSuffix("deployment_target") }
    guard isDeployment || words.contains(where: { Self.last($0).hasPrefix("platform") }) else {
      return
    }
    var platform: Platform?
    for token in tokens {
      let names = token.text.split { ".:".contains($0) }.map(String.init)
      if let named = names.compactMap(Self.platform(named:)).first {
        platform = named
      } else if !token.isWord, let known = platform,
        let version = PlatformVersion(token.text)
      {
        let normalized = version.normalized(for: known)
        platforms[known] = min(platforms[known] ?? normalized, normalized)
        platform = nil
      }
    }
  }

  private static func platform(named name: String) -> Platform? {
    name == "osx" ? .macOS : PackageManifest.platform(named: name)
  }

  private static func last(_ word: String) -> String {
    word.split(separator: ".").last.map(String.init) ?? word
  }

  // MARK: Tokens

  private struct Token {
    var text: String
    /// Whether it stands outside quotes.
    var isWord: Bool
  }

  private static func tokens(_ line: String) -> [Token] {
    var tokens: [Token] = []
    var quote: Character?
    var current = ""
    for character in line {
      if let open = quote {
        if character == open {
          tokens.append(Token(text: current, isWord: false))
          current = ""
          quote = nil
        } else {
          current.append(character)
        }
        continue
      }
      if character.isLetter || character.isNumber || "_.:".contains(character) {
        current.append(character)
        continue
      }
      if !current.isEmpty { tokens.append(Token(text: current, isWord: true)) }
      current = ""
      if character == "#" { break }
      if character == "'" || character == "\"" { quote = character }
    }
    if !current.isEmpty, quote == nil { tokens.append(Token(text: current, isWord: true)) }
    return tokens
  }
}
