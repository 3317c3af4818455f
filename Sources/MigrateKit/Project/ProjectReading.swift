/// Reads every project file of a repository and puts the answers together.
struct ProjectReading {
  /// What a model is made of.
  struct Result {
    var targets: [ProjectTarget] = []
    var problems: [ProjectProblem] = []
    var membership: [String: [Int]] = [:]
    var fallbacks: [String: FilePlatforms] = [:]
  }

  private(set) var result = Result()
  private let files: ProjectFiles
  private var targetsByFolder: [String: [ProjectTarget]] = [:]

  /// Prepares to read.
  init(files: ProjectFiles) {
    self.files = files
  }

  /// Reads projects, then packages, whose missing platforms are those of the applications.
  mutating func run() {
    let paths = files.paths.all.sorted()
    readProjects(paths)
    let fallback = unlistedPlatforms()
    for path in paths where ProjectPath.name(of: path) == "Package.swift" {
      // Tuist resolves its packages with a manifest that has no targets.
      if path.hasSuffix("Tuist/Package.swift") { continue }
      guard let package = PackageManifest(path: path, files: files) else { continue }
      add(package.targets(fallback: fallback), in: package.folder)
    }
    for path in paths where path.hasSuffix(".podspec") { readPodspec(path) }
    passCompatibilityToLibraries()
    for (folder, targets) in targetsByFolder {
      result.fallbacks[folder] = Self.agreement(of: targets)
    }
    for path in paths where ProjectPath.name(of: path) == "Podfile" { readPodfile(path) }
    reportFilesInNoTarget()
    result.problems = files.problems.sorted()
  }

  /// The key is read from the running application, so where every application of the repository
  /// has it, the code of its libraries keeps the old look as well.
  private mutating func passCompatibilityToLibraries() {
    let applications = result.targets.filter { $0.kind == .application }
    guard !applications.isEmpty, applications.allSatisfy(\.requiresCompatibility) else { return }
    for index in result.targets.indices where result.targets[index].kind == .library {
      result.targets[index].platforms.requiresCompatibility = true
    }
    for folder in targetsByFolder.keys {
      let indices = targetsByFolder[folder, default: []].indices
      for index in indices where targetsByFolder[folder]?[index].kind == .library {
        targetsByFolder[folder]?[index].platforms.requiresCompatibility = true
      }
    }
  }

  private mutating func readProjects(_ paths: [String]) {
    for path in paths where path.hasSuffix(".xcodeproj/project.pbxproj") {
      guard let project = XcodeProject(path: path, files: files) else { continue }
      add(project.targets(), in: project.sourceRoot)
    }
    for path in paths where XcodeGenProject.isSpecification(ProjectPath.name(of: path)) {
      guard let project = XcodeGenProject(path: path, files: files) else { continue }
      add(project.targets(), in: project.folder)
    }
    let manifests = paths.filter { ProjectPath.name(of: $0) == "Project.swift" }
    if manifests.isEmpty { return }
    let helpers = TuistManifest.helpers(files)
    var computed: [String] = []
    for path in manifests {
      guard let project = TuistManifest(path: path, files: files, shared: helpers) else { continue }
      if project.computesTargets { computed.append(path) }
      add(project.targets(), in: project.folder)
    }
    guard let first = computed.first else { return }
    let others = computed.count > 1 ? " (and \(computed.count - 1) more like it)" : ""
    files.report(
      .notLiteral, in: first,
      "computes its targets\(others); the lowest versions that the project and its helpers state "
        + "are assumed of its files, give '--minimum' where they are wrong")
  }

  private mutating func readPodspec(_ path: String) {
    guard let bytes = files.bytes(of: path) else { return }
    let manifest = PodManifest(bytes)
    guard !manifest.platforms.isEmpty else { return }
    let folder = ProjectPath.folder(of: path)
    let found = manifest.sources.prefix(1_000).compactMap { ManifestGlob($0, in: folder) }
      .flatMap { $0.files(in: files.paths) }
    let name = String(ProjectPath.name(of: path).dropLast(".podspec".count))
    let target = ProjectTarget(
      name: name, kind: .library, declaredIn: path, platforms: FilePlatforms(manifest.platforms))
    add([TargetDraft(target: target, files: found)], in: folder)
  }

  /// The platforms of a `Podfile` count where no project stands beside it.
  private mutating func readPodfile(_ path: String) {
    let folder = ProjectPath.folder(of: path)
    guard result.fallbacks[folder] == nil, let bytes = files.bytes(of: path) else { return }
    let platforms = PodManifest(bytes).platforms
    if !platforms.isEmpty { result.fallbacks[folder] = FilePlatforms(platforms) }
  }

  private mutating func add(_ drafts: [TargetDraft], in folder: String) {
    for draft in drafts {
      let index = result.targets.count
      result.targets.append(draft.target)
      targetsByFolder[folder, default: []].append(draft.target)
      for file in Set(draft.files) where file.hasSuffix(".swift") {
        result.membership[file, default: []].append(index)
      }
    }
  }

  /// Every platform that an application of the repository is built for, of unknown version; every
  /// platform there is where the repository has no application.
  private func unlistedPlatforms() -> FilePlatforms {
    let built = result.targets.filter { $0.kind == .application }
      .flatMap { $0.platforms.minimums.keys }
    let platforms = built.isEmpty ? Platform.allCases : built
    return FilePlatforms(
      Dictionary(
        platforms.map { ($0, PlatformVersion(0)) }, uniquingKeysWith: { first, _ in first }
      ))
  }

  /// The lowest versions when all targets that ship are built for the same platforms.
  private static func agreement(of targets: [ProjectTarget]) -> FilePlatforms {
    let known = targets.filter { $0.platforms.isKnown }
    let shipped = known.filter { ![.test, .macro, .plugin].contains($0.kind) }
    let relevant = shipped.isEmpty ? known : shipped
    var result = FilePlatforms()
    for target in relevant { result.formUnion(target.platforms) }
    let agree = relevant.allSatisfy {
      Set($0.platforms.minimums.keys) == Set(result.minimums.keys)
    }
    return agree
      ? result : FilePlatforms(requiresCompatibility: result.requiresCompatibility)
  }

  /// One problem per project or package, with the number of its files that are in no target.
  private func reportFilesInNoTarget() {
    var counts: [String: Int] = [:]
    for path in files.paths.swiftFiles where result.membership[path] == nil {
      if TuistManifest.isManifest(path) { continue }
      let folders = ProjectPath.ancestors(ofFolder: ProjectPath.folder(of: path))
      counts[folders.first { result.fallbacks[$0] != nil } ?? "", default: 0] += 1
    }
    for (folder, count) in counts {
      let isKnown = result.fallbacks[folder]?.isKnown ?? false
      let place = folder.isEmpty ? "the root" : "'\(folder)'"
      files.report(
        .filesInNoTarget, in: folder,
        "\(count) Swift \(count == 1 ? "file is" : "files are") under \(place) and in no target; "
          + (isKnown
            ? "what the targets there agree on is assumed"
            : "nothing is known of \(count == 1 ? "it" : "them"), so give '--minimum'"))
    }
  }
}
