import SwiftParser
import SwiftSyntax

/// The targets of a Swift package with their files; the manifest is read, never run.
struct PackageManifest {
  /// The path of `Package.swift`.
  private let path: String
  /// The folder of the package.
  let folder: String
  private let files: ProjectFiles
  private let syntax: ManifestSyntax

  /// Reads a manifest; nil when the file is none, or with a problem when it cannot be read.
  init?(path: String, files: ProjectFiles) {
    guard let syntax = ManifestSyntax.read(path, files: files),
      syntax.imports("PackageDescription")
    else { return nil }
    self.path = path
    self.folder = ProjectPath.folder(of: path)
    self.files = files
    self.syntax = syntax
  }

  /// Every target that the manifest states, in its order.
  ///
  /// - Parameter fallback: the platforms when the manifest lists none.
  func targets(fallback: FilePlatforms) -> [TargetDraft] {
    guard let package = syntax.calls.first(where: { $0.name == "Package" }) else {
      files.report(
        .notLiteral, in: path, "holds no call of 'Package'; give '--minimum' for its files")
      return []
    }
    let platforms = platforms(of: package) ?? fallback
    let calls = syntax.calls.filter { Self.kinds[$0.name] != nil && !$0.isDependency }
    let regular = calls.filter { Self.kinds[$0.name].map(Self.isRegular) ?? false }
    return calls.compactMap { call in
      guard let name = call.text("name") else {
        files.report(
          .notLiteral, in: path,
          "computes the name of a target; its files count as the package's")
        return nil
      }
      let kind = Self.kinds[call.name] ?? .other
      let host = FilePlatforms([.macOS: platforms.minimum(of: .macOS)])
      return TargetDraft(
        target: ProjectTarget(
          name: name, kind: kind, declaredIn: path,
          platforms: kind == .macro || kind == .plugin ? host : platforms),
        files: sources(of: call, named: name, kind: kind, isOnly: regular.count == 1))
    }
  }

  private static let kinds: [String: ProjectTarget.Kind] = [
    "target": .library, "executableTarget": .executable, "testTarget": .test, "macro": .macro,
    "plugin": .plugin,
  ]

  private static func isRegular(_ kind: ProjectTarget.Kind) -> Bool {
    kind == .library || kind == .executable
  }

  // MARK: Platforms

  /// The listed platforms; nil where there is no list.
  private func platforms(of package: ManifestCall) -> FilePlatforms? {
    guard let argument = package.argument("platforms") else {
      reportMissingPlatforms()
      return nil
    }
    var result = FilePlatforms()
    for element in syntax.elements(of: argument) {
      guard let call = element.as(FunctionCallExprSyntax.self).map(ManifestCall.init),
        let (platform, version) = platform(of: call)
      else { continue }
      result.minimums[platform] = version.normalized(for: platform)
    }
    if result.isKnown { return result }
    reportMissingPlatforms()
    return nil
  }

  private func platform(of call: ManifestCall) -> (Platform, PlatformVersion)? {
    if call.name == "custom" {
      guard let platform = call.text(at: 0).flatMap(Self.platform(named:)) else { return nil }
      return (platform, call.text("versionString").flatMap(PlatformVersion.init) ?? .init(0))
    }
    guard let platform = Self.platform(named: call.name) else { return nil }
    let stated = call.text(at: 0) ?? call.member(at: 0).map(Self.versionText)
    guard let version = stated.flatMap(PlatformVersion.init) else {
      files.report(
        .notLiteral, in: path,
        "computes its lowest version for \(platform); give '--minimum \(platform)=<version>'")
      return (platform, PlatformVersion(0))
    }
    return (platform, version)
  }

  /// `v10_15` as `10.15`.
  private static func versionText(_ member: String) -> String {
    String(member.drop { $0 == "v" }).split(separator: "_").joined(separator: ".")
  }

  static func platform(named name: String) -> Platform? {
    switch name.lowercased() {
    case "ios": .iOS
    case "maccatalyst": .macCatalyst
    case "macos": .macOS
    case "tvos": .tvOS
    case "watchos": .watchOS
    case "visionos", "xros": .visionOS
    default: nil
    }
  }

  private func reportMissingPlatforms() {
    files.report(
      .noPlatform, in: path,
      "lists no platforms; add 'platforms:' to the package or give '--minimum'")
  }

  // MARK: Files

  private func sources(
    of call: ManifestCall, named name: String, kind: ProjectTarget.Kind, isOnly: Bool
  ) -> [String] {
    guard let root = root(of: call, named: name, kind: kind, isOnly: isOnly) else { return [] }
    let excluded = texts(call, "exclude").compactMap { ProjectPath.resolve($0, in: root) }
    guard call.argument("sources") != nil else {
      return files.paths.swiftFiles(under: root, excluding: Set(excluded))
    }
    return texts(call, "sources").flatMap { source -> [String] in
      guard let path = ProjectPath.resolve(source, in: root) else { return [] }
      if files.paths.all.contains(path) { return excluded.contains(path) ? [] : [path] }
      return files.paths.swiftFiles(under: path, excluding: Set(excluded))
    }
  }

  private func texts(_ call: ManifestCall, _ label: String) -> [String] {
    call.argument(label).map { syntax.elements(of: $0).compactMap(ManifestCall.text) } ?? []
  }

  private func root(
    of call: ManifestCall, named name: String, kind: ProjectTarget.Kind, isOnly: Bool
  ) -> String? {
    if call.argument("path") != nil {
      return call.text("path").flatMap { ProjectPath.resolve($0, in: folder) }
    }
    let parents: [String] =
      switch kind {
      case .test: ["Tests", "Sources", "Source", "src", "srcs"]
      case .plugin: ["Plugins"]
      default: ["Sources", "Source", "src", "srcs"]
      }
    for parent in parents {
      if let root = ProjectPath.resolve(parent + "/" + name, in: folder),
        files.paths.containsFolder(root)
      {
        return root
      }
    }
    // The only target of a package may have its files straight in the folder of sources.
    guard isOnly, Self.isRegular(kind) else { return nil }
    return parents.compactMap { ProjectPath.resolve($0, in: folder) }
      .first(where: files.paths.containsFolder)
  }
}
