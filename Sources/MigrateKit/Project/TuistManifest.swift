import SwiftParser
import SwiftSyntax

/// The targets of a Tuist project with their files; the manifest is read, never run.
struct TuistManifest {
  /// The path of `Project.swift`.
  private let path: String
  /// The folder of the project.
  let folder: String
  private let files: ProjectFiles
  private let syntax: ManifestSyntax
  private let shared: [ManifestSyntax]

  /// Reads a manifest; nil when the file is none, or with a problem when it cannot be read.
  ///
  /// - Parameter shared: the project description helpers of the repository.
  init?(path: String, files: ProjectFiles, shared: [ManifestSyntax]) {
    guard let syntax = ManifestSyntax.read(path, files: files, shared: shared),
      syntax.imports("ProjectDescription")
    else { return nil }
    self.path = path
    self.folder = ProjectPath.folder(of: path)
    self.files = files
    self.syntax = syntax
    self.shared = shared
  }

  /// The helpers among the paths, parsed.
  static func helpers(_ files: ProjectFiles) -> [ManifestSyntax] {
    files.paths.swiftFiles.filter { $0.contains("ProjectDescriptionHelpers/") }.prefix(200)
      .compactMap { ManifestSyntax.read($0, files: files) }
  }

  /// The targets that the manifest states; where it states none, one for its whole folder.
  func targets() -> [TargetDraft] {
    statedTargets.isEmpty
      ? [wholeFolder()]
      : statedTargets.map { call in
        let name = text(call.argument("name")) ?? ""
        return TargetDraft(
          target: ProjectTarget(
            name: name.isEmpty ? ProjectPath.name(of: folder) : name, kind: kind(of: call),
            declaredIn: path, platforms: platforms(of: call, named: name)),
          files: sources(of: call, named: name))
      }
  }

  /// Whether functions make the targets, so that they are not known.
  var computesTargets: Bool { statedTargets.isEmpty }

  private var statedTargets: [ManifestCall] {
    syntax.calls.filter {
      ["target", "Target"].contains($0.name) && !$0.isDependency
        && ($0.argument("product") != nil || $0.argument("destinations") != nil)
    }
  }

  /// What is assumed when functions make the targets: the lowest versions that the project and its
  /// helpers state anywhere, for every file of the folder.
  private func wholeFolder() -> TargetDraft {
    var platforms = FilePlatforms()
    for file in [syntax] + shared {
      for call in file.calls { platforms.formUnion(FilePlatforms(versions(call))) }
    }
    let name = ProjectPath.name(of: folder)
    return TargetDraft(
      target: ProjectTarget(
        name: name.isEmpty ? ProjectPath.name(of: path) : name, kind: .other, declaredIn: path,
        platforms: platforms),
      files: files.paths.swiftFiles(under: folder).filter { !TuistManifest.isManifest($0) })
  }

  /// Whether a Swift file describes projects and is part of none.
  static func isManifest(_ path: String) -> Bool {
    path.contains("ProjectDescriptionHelpers/")
      || ["Package.swift", "Project.swift", "Workspace.swift", "Tuist.swift"]
        .contains(ProjectPath.name(of: path))
  }

  private func kind(of call: ManifestCall) -> ProjectTarget.Kind {
    switch member(call.argument("product")) {
    case "app", "appClip", "watch2App", "watch2AppContainer": .application
    case "appExtension", "watch2Extension", "messagesExtension", "extensionKitExtension",
      "tvTopShelfExtension", "stickerPackExtension", "xpc", "systemExtension":
      .appExtension
    case "framework", "staticFramework", "staticLibrary", "dynamicLibrary": .library
    case "unitTests", "uiTests": .test
    case "commandLineTool": .executable
    case "macro": .macro
    default: .other
    }
  }

  // MARK: Platforms

  private func platforms(of call: ManifestCall, named name: String) -> FilePlatforms {
    let built = destinations(call)
    let argument = call.argument("deploymentTargets") ?? call.argument("deploymentTarget")
    let versions = argument.map(versions) ?? [:]
    var result = FilePlatforms()
    for platform in built.isEmpty ? Set(versions.keys) : built {
      let stated = versions[platform] ?? (platform == .macCatalyst ? versions[.iOS] : nil)
      let floor = platform == .macCatalyst ? PlatformVersion(13, 1) : PlatformVersion(0)
      result.minimums[platform] = max(stated ?? PlatformVersion(0), floor)
      if stated == nil {
        files.report(
          .noMinimum, in: path, target: name,
          "target '\(name)' states no lowest version for \(platform); "
            + "add 'deploymentTargets:' or give '--minimum \(platform)=<version>'")
      }
    }
    if built.isEmpty {
      files.report(
        .notLiteral, in: path, target: name,
        "target '\(name)' computes its destinations; write them out or give '--minimum'")
    }
    result.requiresCompatibility = requiresCompatibility(call)
    return result
  }

  private func destinations(_ call: ManifestCall) -> Set<Platform> {
    guard let argument = call.argument("destinations") ?? call.argument("platform") else {
      return []
    }
    var found: Set<Platform> = []
    var pending = [argument]
    var budget = 200
    while let next = pending.popLast(), budget > 0 {
      budget -= 1
      if let name = member(next), let platforms = Self.destinations[name] {
        found.formUnion(platforms)
        continue
      }
      let value = syntax.value(of: next)
      if let call = value.as(FunctionCallExprSyntax.self) {
        pending += call.arguments.map(\.expression)
      } else if value != next {
        pending.append(value)
      } else {
        pending += syntax.elements(of: value)
      }
    }
    return found
  }

  /// The platforms that a destination is built for; designs for other devices run the iOS build.
  private static let destinations: [String: Set<Platform>] = [
    "iOS": [.iOS], "macOS": [.macOS], "tvOS": [.tvOS], "watchOS": [.watchOS],
    "visionOS": [.visionOS], "iPhone": [.iOS], "iPad": [.iOS], "mac": [.macOS],
    "macCatalyst": [.macCatalyst], "macWithiPadDesign": [], "appleTv": [.tvOS],
    "appleWatch": [.watchOS], "appleVision": [.visionOS], "appleVisionWithiPadDesign": [],
  ]

  /// The versions of `.iOS("15.0")`, `.multiplatform(iOS: "15.0")` or the older
  /// `.iOS(targetVersion: "15.0", devices: …)`.
  private func versions(_ expression: ExprSyntax) -> [Platform: PlatformVersion] {
    let value = syntax.value(of: expression)
    return value.as(FunctionCallExprSyntax.self).map { versions(ManifestCall($0)) } ?? [:]
  }

  /// The versions of a call; none where it is another kind of call.
  private func versions(_ call: ManifestCall) -> [Platform: PlatformVersion] {
    var result: [Platform: PlatformVersion] = [:]
    if let platform = PackageManifest.platform(named: call.name) {
      let version = text(call.argument("targetVersion") ?? call.argument(at: 0))
      result[platform] = version.flatMap(PlatformVersion.init)?.normalized(for: platform)
    } else if ["multiplatform", "init", "DeploymentTargets"].contains(call.name) {
      for (label, argument) in call.labeledArguments {
        guard let platform = PackageManifest.platform(named: label) else { continue }
        let version = text(argument).flatMap(PlatformVersion.init)
        result[platform] = version?.normalized(for: platform)
      }
    }
    return result
  }

  private func requiresCompatibility(_ call: ManifestCall) -> Bool {
    guard let argument = call.argument("infoPlist") else { return false }
    let value = syntax.value(of: argument)
    let file =
      text(value) ?? value.as(FunctionCallExprSyntax.self).map(ManifestCall.init)?.text("path")
    if let file {
      guard let place = ProjectPath.resolve(file, in: folder), files.paths.all.contains(place)
      else { return false }
      return InformationPropertyList.requiresCompatibility(place, files: files) {
        BuildSettings.isTrue($0)
      }
    }
    let with = value.as(FunctionCallExprSyntax.self)?.arguments.map(\.expression) ?? [value]
    return with.contains { argument in
      syntax.value(of: argument).as(DictionaryExprSyntax.self)?.content
        .as(DictionaryElementListSyntax.self)?.contains { element in
          text(element.key) == InformationPropertyList.compatibilityKey
            && BuildSettings.isTrue(
              text(element.value)
                ?? element.value.trimmedText.split { "()".contains($0) }.last
                .map(String.init) ?? "")
        } ?? false
    }
  }

  // MARK: Files

  private func sources(of call: ManifestCall, named name: String) -> [String] {
    var found: Set<String> = []
    for label in ["sources", "buildableFolders"] {
      guard let argument = call.argument(label) else { continue }
      for item in items(of: argument) {
        let call = item.as(FunctionCallExprSyntax.self).map(ManifestCall.init)
        guard let pattern = text(item) ?? call?.argument(at: 0).flatMap(text) else {
          files.report(
            .notLiteral, in: path, target: name,
            "target '\(name)' computes its sources; its files count as the project's")
          continue
        }
        guard let glob = ManifestGlob(pattern, in: folder) else { continue }
        let excluded = (call?.argument("excluding")).map(items(of:)) ?? []
        let without = excluded.compactMap { text($0).flatMap { ManifestGlob($0, in: folder) } }
        found.formUnion(
          glob.files(in: files.paths).filter { file in !without.contains { $0.matches(file) } })
      }
    }
    return found.sorted()
  }

  private func items(of expression: ExprSyntax) -> [ExprSyntax] {
    let value = syntax.value(of: expression)
    if let call = value.as(FunctionCallExprSyntax.self), text(value) == nil {
      let call = ManifestCall(call)
      if let list = call.argument("globs") { return syntax.elements(of: list) }
      return [value]
    }
    return value.is(StringLiteralExprSyntax.self) ? [value] : syntax.elements(of: value)
  }

  // MARK: Expressions

  private func text(_ expression: ExprSyntax?) -> String? {
    expression.flatMap { ManifestCall.text(syntax.value(of: $0)) }
  }

  private func member(_ expression: ExprSyntax?) -> String? {
    expression?.as(MemberAccessExprSyntax.self)?.declName.baseName.text
  }
}
