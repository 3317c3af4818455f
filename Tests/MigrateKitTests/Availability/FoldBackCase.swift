import MigrateKit
import Testing

/// A pair of sources and whether the second is the first on systems before 26.
struct FoldBackCase: Sendable, CustomTestStringConvertible {
  var name: String
  var original: String
  var result: String
  var platforms: FilePlatforms
  var since: [Platform: PlatformVersion]
  var helpers: [String: ViewGate.Kind]

  init(
    _ name: String, platforms: FilePlatforms = .unknown,
    since: [Platform: PlatformVersion] = [.iOS: PlatformVersion(26)],
    helpers: [String: ViewGate.Kind] = [:], _ original: String, _ result: String
  ) {
    self.name = name
    self.original = original
    self.result = result
    self.platforms = platforms
    self.since = since
    self.helpers = helpers
  }

  var testDescription: String { name }

  func failure() throws -> ProofFailure? {
    Proofs.check(
      original: try SourceFile(path: "A.swift", bytes: Array((original + "\n").utf8)),
      result: try SourceFile(path: "A.swift", bytes: Array((result + "\n").utf8)),
      platforms: platforms, since: since, changesOlderSystems: false, helpers: helpers)
  }
}

extension FilePlatforms {
  static func minimums(_ pairs: [Platform: Int]) -> FilePlatforms {
    FilePlatforms(pairs.mapValues { PlatformVersion($0) })
  }
}
