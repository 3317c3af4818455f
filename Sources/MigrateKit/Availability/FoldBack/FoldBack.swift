import SwiftSyntax

/// The proof that a result, read as a system before the recipe's version sees it, equals the
/// original read the same way.
///
/// Both sides are folded alike, for each platform of the file and each value of the conditions
/// on the compiler that the result adds. Nothing is known of how the edit was made.
struct FoldBack {
  let platforms: FilePlatforms
  let since: [Platform: PlatformVersion]
  let helpers: [String: ViewGate.Kind]
  /// The side of the version that is read: `from` is for changes that take checks out once the
  /// file's minimum has reached it, and reads as systems of that minimum do.
  var era = AvailabilityFolder.Era.before

  func check(_ original: ParsedFile, _ result: ParsedFile) -> ProofFailure? {
    let atoms = AddedBuildAtoms(original, result).keys
    guard atoms.count <= 4 else {
      return ProofFailure(.notProved, "the result adds too many '#if' conditions to try")
    }
    let (before, after) = FoldInput.pair(original, result)
    let known = era == .before ? original : result
    for platform in checkedPlatforms(original) {
      for choice in 0..<(1 << atoms.count) {
        var assumed: [String: Bool] = [:]
        for (index, atom) in atoms.enumerated() { assumed[atom] = choice >> index & 1 == 1 }
        let folder = AvailabilityFolder(
          platform: platform, version: version(on: platform), era: era,
          // A minimum of 26 needs the SDK of 26.
          build: BuildCondition(
            platform: platform, assumed: assumed, assumesCurrentSDK: era == .from))
        do {
          if let failure = try compare(before, after, by: folder, known: known) { return failure }
        } catch {
          return ProofFailure(.notProved, "the syntax nests too deeply to be folded")
        }
      }
    }
    return nil
  }

  /// The version before which systems of the platform must not change.
  private func version(on platform: Platform) -> PlatformVersion {
    if era == .from { return platforms.minimum(of: platform).normalized(for: platform) }
    if let version = since[platform] { return version.normalized(for: platform) }
    return (since[.iOS] ?? PlatformVersion(26)).normalized(for: .iOS)
  }

  /// The platforms with systems before the version, and those that the recipe does not adapt to,
  /// where every system stays as it is; portable code may be built for any.
  private func checkedPlatforms(_ original: ParsedFile) -> [Platform] {
    if era == .from { return platforms.platforms }
    guard platforms.isKnown else {
      return FileImports.shared(of: original).isPortableSwiftUI ? Platform.allCases : [.iOS]
    }
    return platforms.platforms.filter {
      !isAdapted($0) || platforms.minimum(of: $0).normalized(for: $0) < version(on: $0)
    }
  }

  private func isAdapted(_ platform: Platform) -> Bool {
    let listed: Set<Platform> = since.isEmpty ? [.iOS] : Set(since.keys)
    return listed.contains(platform) || (platform == .macCatalyst && listed.contains(.iOS))
  }

  private func compare(
    _ original: FoldInput, _ result: FoldInput, by folder: AvailabilityFolder,
    known: ParsedFile
  ) throws(FoldError) -> ProofFailure? {
    let modules = FileImports.shared(of: original.file).modules
    let before = try normal(original, by: folder, known: known, modules: modules).steps()
    let after = try normal(result, by: folder, known: known, modules: modules).steps()
    for index in 0..<max(before.count, after.count) {
      let old = index < before.count ? before[index] : nil
      let new = index < after.count ? after[index] : nil
      if old?.step == new?.step { continue }
      return difference(
        original.file, result.file, old: old?.offset, new: new?.offset, platform: folder.platform)
    }
    return nil
  }

  private func normal(
    _ input: FoldInput, by folder: AvailabilityFolder, known: ParsedFile,
    modules: Set<String>
  ) throws(FoldError) -> FoldNode {
    let substitution = HelperSubstitution(
      helpers: try folder.helpers(input.helperFunctions), configured: helpers)
    var folder = folder
    folder.shared = input.shared
    var folded = try folder.fold(input.file.tree)
    if !substitution.isEmpty { folded = substitution.apply(to: folded) }
    folded = FoldNormalizer().apply(to: folded).withoutImports(besides: modules)
    return UnreferencedMembers { FileIdentifiers.hold($0, in: known) }.removed(from: folded)
  }

  private func difference(
    _ original: ParsedFile, _ result: ParsedFile, old: Int?, new: Int?, platform: Platform
  ) -> ProofFailure {
    func place(_ file: ParsedFile, _ offset: Int?) -> String {
      guard let offset else { return "ends" }
      let line = file.source.lines.position(of: offset).line
      let range = file.source.lines.range(ofLine: line - 1)
      let text = file.source.text(in: ByteRange(offset, range.upperBound))
        .prefix { !$0.isNewline }.prefix(40)
      return "has '\(text)' in line \(line)"
    }
    return ProofFailure(
      .notProved,
      "\(era == .before ? "before" : "from") \(platform.rawValue) \(version(on: platform)) the result \(place(result, new)) "
        + "where the original \(place(original, old))")
  }
}

extension FoldNode {
  /// The modules that recipes import: of the system since long before any minimum, and with names
  /// that all begin alike, so that nothing in the file can mean something else by them.
  private static let imported: Set<String> = ["CoreText"]

  /// Takes out the imports that recipes add, where the original does not have them.
  fileprivate func withoutImports(besides modules: Set<String>) -> FoldNode {
    var result = self
    result.children = children.compactMap { child in
      guard child.kind == .codeBlockItem, let inner = child.children.first,
        inner.kind == .importDecl
      else {
        return child.kind == .codeBlockItemList ? child.withoutImports(besides: modules) : child
      }
      let isAdded = inner.contains { node in
        guard case .identifier(let name)? = node.token else { return false }
        return Self.imported.contains(name) && !modules.contains(name)
      }
      return isAdded ? nil : child
    }
    return result
  }
}

/// The conditions on compiler and SDK that a result has more often than its original.
struct AddedBuildAtoms {
  let keys: [String]

  init(_ original: ParsedFile, _ result: ParsedFile) {
    // Most results have no conditions at all, which the bytes alone show.
    guard !result.source.bytes.offsets(of: "#if").isEmpty else {
      keys = []
      return
    }
    let before = Self.counts(original)
    keys = Self.counts(result).filter { $0.value > before[$0.key, default: 0] }.keys.sorted()
  }

  private static func counts(_ file: ParsedFile) -> [String: Int] {
    let collector = Collector(viewMode: .sourceAccurate)
    collector.walk(file.tree)
    return collector.counts
  }

  private final class Collector: SyntaxVisitor {
    var counts: [String: Int] = [:]

    override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
      var pending = node.condition.map { [Syntax($0)] } ?? []
      while let part = pending.popLast() {
        if let call = part.as(FunctionCallExprSyntax.self),
          ["compiler", "swift", "canImport"].contains(call.calledExpression.trimmedText)
        {
          counts[BuildCondition.key(of: call), default: 0] += 1
        } else {
          pending.append(contentsOf: part.children(viewMode: .sourceAccurate))
        }
      }
      return .visitChildren
    }
  }
}
