/// Checks that the code of a case compiles before, and after on every platform it is for.
///
/// What comes before is compiled for the platforms that the case names, at their minimums. What
/// comes after is compiled for these and, with iOS, for Mac Catalyst; at the minimum, where a
/// missing guard is an error, and at 26, where a guard may not stand in the way. Where a block says
/// that it does not compile, what comes before must have an error.
public struct CaseTypeCheck: Sendable {
  private let checker: TypeChecker

  /// Prepares checks.
  public init(_ checker: TypeChecker) {
    self.checker = checker
  }

  /// What is wrong with a case; empty when it compiles.
  ///
  /// - Throws: `TypeCheckError` when the compiler could not be asked.
  public func failures(of example: RecipeCase) throws(TypeCheckError) -> [CaseFailure] {
    var report = CaseReport(example)
    for platform in Self.platforms(of: example) {
      let files = Self.files(of: example, for: platform)
      guard !files.isEmpty else { continue }
      let minimum = Self.minimum(of: files, on: platform)
      let isDeclared = files.contains { $0.platforms.platforms.contains(platform) }
      let before = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.source.bytes) })
      let after = Dictionary(
        uniqueKeysWithValues: files.map { ($0.path, Array($0.expected.utf8)) })
      let errors = try self.errors(in: before, on: platform, minimum)
      if !files.allSatisfy(\.compiles) {
        if errors.isEmpty, isDeclared {
          report.fail("before on \(platform.rawValue) \(minimum)", "it compiles, but should not")
        }
      } else if !errors.isEmpty {
        if isDeclared { report.fail("before on \(platform.rawValue) \(minimum)", errors) }
        // Code that is not written for the platform cannot be held to it.
        continue
      }
      guard before != after else { continue }
      for version in [minimum, max(minimum, PlatformVersion(26))] {
        let errors = try self.errors(in: after, on: platform, version)
        if !errors.isEmpty { report.fail("after on \(platform.rawValue) \(version)", errors) }
      }
    }
    return report.failures
  }

  private func errors(
    in files: [String: [UInt8]], on platform: Platform, _ version: PlatformVersion
  ) throws(TypeCheckError) -> String {
    var files = files
    var fragments: Set<String> = []
    for (path, bytes) in files where !Self.importsSomething(bytes) {
      files[path] = Array("import SwiftUI\n".utf8) + bytes
      fragments.insert(path)
    }
    let request = TypeChecker.Request(files: files, platform: platform, version: version)
    let lines = try checker.errors(in: request).map { error in
      var error = error
      if fragments.contains(error.path) { error.line -= 1 }
      return error.description
    }
    return lines.joined(separator: "\n")
  }

  /// Whether a line of the file starts an import; a file without one is a fragment, and is read
  /// as if it imported everything.
  private static func importsSomething(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).contains { line in
      let words = line.split(separator: " ", maxSplits: 2)
      return words.first == "import"
        || (words.first?.hasPrefix("@") == true && words.dropFirst().first == "import")
    }
  }

  /// The platforms that any file names, and Mac Catalyst where iOS is among them.
  static func platforms(of example: RecipeCase) -> [Platform] {
    var platforms = Set(example.files.flatMap(\.platforms.platforms))
    if platforms.contains(.iOS) { platforms.insert(.macCatalyst) }
    return platforms.sorted()
  }

  /// The files that are built for a platform.
  private static func files(of example: RecipeCase, for platform: Platform) -> [CaseFile] {
    example.files.filter { file in
      let platforms = file.platforms.platforms
      guard file.format == .swift else { return false }
      return platforms.contains(platform)
        || (platform == .macCatalyst && platforms.contains(.iOS))
    }
  }

  /// The highest minimum of the files. Where none is known, one below 26 that has everything
  /// older, since code for unknown minimums says nothing about its guards for older systems.
  private static func minimum(of files: [CaseFile], on platform: Platform) -> PlatformVersion {
    let named = files.map { file in
      let own = file.platforms.minimum(of: platform)
      return platform == .macCatalyst && own == PlatformVersion(0)
        ? file.platforms.minimum(of: .iOS) : own
    }
    let highest = named.max() ?? PlatformVersion(0)
    return highest == PlatformVersion(0) ? Self.lastBefore26(platform) : highest
  }

  private static func lastBefore26(_ platform: Platform) -> PlatformVersion {
    switch platform {
    case .iOS, .macCatalyst, .tvOS: PlatformVersion(18)
    case .macOS: PlatformVersion(15)
    case .watchOS: PlatformVersion(11)
    case .visionOS: PlatformVersion(2)
    }
  }
}
