import Foundation
import MigrateKit

/// A repository opened for a command, with its snapshot, configuration and recipes.
struct Session {
  let invocation: Invocation
  /// The repository as the user named it.
  let path: String
  let snapshot: Snapshot
  let configuration: Configuration
  let library: RecipeLibrary
  /// The recipes to run, in the order asked for.
  let recipes: [Recipe]
  /// The lowest versions that the user gave.
  private let overrides: [Platform: PlatformVersion]
  private let loader: ProjectLoader
  /// What the project files say, read when it is first asked for.
  var project: ProjectModel { loader.model }
  /// The plugins that the repository names, as what was not done.
  let refusedPlugins: [Skip]
  /// The plugins that run.
  let plugins: [Plugin]

  /// What a command reads when no base is given.
  enum Reading {
    case workingTreeIfThere
    case head
    /// That commit, whatever base is given.
    case commit(ObjectID)
  }

  /// - Parameter operand: The repository as the user named it; nil for the command's only one.
  init(_ invocation: Invocation, at operand: String? = nil, reading: Reading) throws {
    self.invocation = invocation
    RecipeSelection.begin(invocation)
    let arguments = invocation.arguments
    path =
      try operand.map { Self.absolute($0, in: invocation.folder) }
      ?? Self.repositoryPath(invocation)
    let repository = try Repository(at: path, environment: invocation.environment)
    let taken: Snapshot
    if case .commit(let commit) = reading {
      taken = try repository.snapshot(of: commit)
    } else if let base = arguments.last(.base) {
      taken = try repository.snapshot(of: repository.commit(base))
    } else if case .workingTreeIfThere = reading, repository.location.workFolder != nil {
      taken = try repository.snapshotOfWorkingTree()
    } else {
      taken = try repository.snapshot(of: repository.head())
    }
    snapshot = taken
    if case .commit = taken.source {
      // One fetch for all that is read; every file by itself would be a fetch of its own.
      _ = try repository.fetchMissing(of: taken, where: ProjectLoader.isRead)
    }
    var reader = try SnapshotReader(taken)
    configuration = try Self.configuration(invocation, taken, &reader)
    var selection = try PluginSelection(invocation, repository: taken.location)
    selection.add(
      configuration.plugins,
      from: arguments.last(.config).map { Self.absolute($0, in: invocation.folder) })
    refusedPlugins = selection.skips
    plugins = try selection.start()
    library = try RecipeSelection.library(
      invocation, taken, &reader, folders: configuration.recipeFolders,
      plugins: plugins)
    recipes = try configuration.recipes(arguments.all(.recipe), from: library)
    overrides = configuration.minimums.merging(
      try MinimumOverride.parse(arguments.all(.minimum))
    ) { $1 }
    loader = ProjectLoader(taken, overrides: overrides)
  }

  /// The configuration named, else the one in the snapshot, else none.
  private static func configuration(
    _ invocation: Invocation, _ snapshot: Snapshot, _ reader: inout SnapshotReader
  ) throws -> Configuration {
    if let file = invocation.arguments.last(.config) {
      return try namedConfiguration(file, invocation)
    }
    guard let entry = snapshot[Configuration.fileName],
      let bytes = try settings(at: entry, &reader)
    else { return Configuration() }
    return try Configuration(bytes, file: entry.path)
  }

  /// The configuration that '--config' names.
  static func namedConfiguration(
    _ file: String, _ invocation: Invocation
  ) throws -> Configuration {
    let path = absolute(file, in: invocation.folder)
    guard let contents = FileManager.default.contents(atPath: path) else {
      throw CommandError(
        .badRecipe, "\(file): cannot be read: check the path given to '--config'")
    }
    return try Configuration(
      Array(contents), file: file, folder: (path as NSString).deletingLastPathComponent)
  }

  /// The bytes of a configuration or recipe file; nil when it is tracked but was deleted on disk.
  static func settings(
    at entry: SnapshotEntry, _ reader: inout SnapshotReader
  ) throws -> [UInt8]? {
    do throws(GitError) {
      return try reader.read(entry, limit: 1 << 20)
    } catch {
      switch error.cause {
      case .missing: return nil
      case .tooLarge, .notRegularFile, .symlink:
        throw CommandError(.badRecipe, error.description)
      default: throw error
      }
    }
  }

  /// The beginning of the names of branches.
  func branchPrefix() throws(CommandError) -> String {
    guard let prefix = invocation.arguments.last(.branchPrefix) else {
      return configuration.branchPrefix
    }
    if let objection = Configuration.objection(toBranchPrefix: prefix) {
      throw .usage("'--branch-prefix' \(objection)")
    }
    return prefix
  }

  /// A digest of everything that shapes a recipe's change besides the bytes; one word.
  func configurationDigest(of recipe: Recipe) throws -> String {
    let request = try request()
    var parts = recipe.options.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    for member in recipe.members.isEmpty ? [] : recipe.steps {
      let options = member.options.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      parts.append("member=\(member.id) \(member.version) \(options.joined(separator: " "))")
    }
    parts.append("safety=\(request.safetyLimit.rawValue)")
    parts.append("also-if=\(request.gateStyle.extraCondition ?? "")")
    parts.append("compiler=\(request.gateStyle.compilerGate)")
    parts += overrides.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let filter = try filter()
    parts += filter.only.map { "only=\($0)" } + filter.exclude.map { "exclude=\($0)" }
    return Digest.short(parts.joined(separator: "\n"))
  }

  /// The plan for the recipes, each on the snapshot itself.
  func plan() throws -> Plan {
    defer { invocation.terminal.clearProgress() }
    let engine = Engine(try request(), progress: progress)
    return complete(try engine.plan(for: provider))
  }

  /// The plan for the recipes, each on the result of those before it.
  func stackedPlan() throws -> Plan {
    defer { invocation.terminal.clearProgress() }
    return complete(
      try Engine.stackedPlan(try request(), for: provider, progress: progress))
  }

  /// The plan without the fixes of some sites.
  func plan(excluding excluded: Set<String>, isStacked: Bool) throws -> Plan {
    defer { invocation.terminal.clearProgress() }
    var request = try request()
    request.excluded = excluded
    let provider = SnapshotProvider(snapshot)
    if isStacked { return try Engine.stackedPlan(request, for: provider, progress: progress) }
    return try Engine(request, progress: progress).plan(for: provider)
  }

  /// The plan for the fixes a person wants, each recipe on the result of those before it.
  func chosenPlan(_ choose: (RecipePlan) throws -> Set<String>) throws -> Plan {
    complete(
      try Engine.chosenPlan(try request(), for: provider, choose: choose))
  }

  /// The plan with what was not even begun; plugins are asked nothing more.
  private func complete(_ plan: Plan) -> Plan {
    invocation.interruption.hold()
    invocation.plugins.release()
    var plan = plan
    plan.skips += refusedPlugins
    return plan
  }

  private var progress: @Sendable (Engine.Progress) -> Void {
    let terminal = invocation.terminal
    return { terminal.progress($0.phase, $0.done, of: $0.total) }
  }

  private var provider: SnapshotProvider {
    let rules = recipes.flatMap(\.rulesBesideSwift)
    return SnapshotProvider(
      snapshot,
      reads: { path in
        FileFormat(path: path) != .swift && rules.contains { $0.reads(path) }
      },
      matters: ProjectLoader.isRead)
  }

  private func request() throws -> Engine.Request {
    let filter = try filter()
    let scope = snapshot.location.scope
    let loader = loader
    var request = Engine.Request(
      recipes: recipes,
      scope: { path in
        (scope.isEmpty || path == scope || path.hasPrefix(scope + "/"))
          && filter.admits(path)
      },
      platforms: { loader.model.platforms(of: $0) }, gateStyle: configuration.gateStyle,
      safetyLimit: try invocation.arguments.choice(.safety, SafetyLimit.self)?.safety
        ?? configuration.safety,
      workers: try workers())
    request.prepare = { _ = loader.model }
    request.cache = CacheLocation.policy(
      invocation,
      scope: [scope] + filter.only.map { "only=\($0)" } + filter.exclude.map { "exclude=\($0)" }
        + overrides.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
    return request
  }

  /// Whether a file of the snapshot may be run.
  func isExecutable(_ path: String) -> Bool { snapshot[path]?.isExecutable ?? false }

  /// What git says of the working tree, where it is what is read; asked while the plan is made.
  func status() -> Ahead<WorkingTreeStatus?> {
    let snapshot = snapshot
    return Ahead {
      switch snapshot.source {
      case .commit: nil
      case .workingTree: try WorkingTreeStatus(of: snapshot.location)
      }
    }
  }

  /// The Swift files on disk that differ from the base commit; none in a bare repository.
  func pathsDifferingFromBase() throws(GitError) -> [String] {
    guard snapshot.location.workFolder != nil, let base = snapshot.base else { return [] }
    return try WorkingTreeStatus.paths(differingFrom: base, in: snapshot.location)
      .filter { $0.hasSuffix(".swift") }
  }

  /// The form of a plan that reports are made of.
  func document(_ plan: Plan, _ status: WorkingTreeStatus?) -> ScanDocument {
    let source =
      switch snapshot.source {
      case .commit: "commit"
      case .workingTree: "worktree"
      }
    let description = RepositoryDescription(
      path: path, base: snapshot.base?.description, tree: source, dirty: status?.isDirty ?? false)
    return ScanDocument(
      plan: plan, repository: description, version: Version.current,
      snapshotSkips: snapshot.skips.map {
        ScanDocument.SkipEntry(
          path: $0.path, reason: $0.reason.rawValue, detail: $0.detail, pathBase64: $0.pathBase64)
      })
  }

  /// Says what the user may not expect of the snapshot.
  func warn(about status: WorkingTreeStatus?) {
    if let count = status?.untrackedSwiftFiles, count > 0 {
      invocation.terminal.hint(
        "note: \(count) untracked Swift file\(count == 1 ? " was" : "s were") not read: "
          + "'git add' them to include them")
    }
  }

  /// The status of a run that ended well, given what was skipped.
  func status(of plan: Plan) -> ExitStatus {
    let arguments = invocation.arguments
    var status = ExitStatus.done
    if arguments.has(.check), plan.recipes.contains(where: { !$0.changes.isEmpty }) {
      status = .somethingToDo
    }
    let faults = plan.skips + plan.recipes.flatMap(\.skips)
    if arguments.has(.strict), faults.contains(where: \.isFault) {
      status = status.combined(with: .skippedFiles)
    }
    return status
  }

  private enum SafetyLimit: String, CaseIterable {
    case safe
    case review
    var safety: Safety { self == .safe ? .safe : .review }
  }

  static func repositoryPath(_ invocation: Invocation) throws(CommandError) -> String {
    let operands = invocation.arguments.operands
    guard operands.count < 2 else {
      throw .usage("one repository at a time: '\(operands[1])' is one too many")
    }
    return absolute(operands.first ?? ".", in: invocation.folder)
  }

  static func absolute(_ path: String, in folder: String) -> String {
    path.hasPrefix("/") ? path : path == "." ? folder : folder + "/" + path
  }

  private func workers() throws(CommandError) -> Int {
    guard let text = invocation.arguments.last(.jobs) else {
      return ProcessInfo.processInfo.activeProcessorCount
    }
    guard let number = Int(text), (1...256).contains(number) else {
      throw .usage("'--jobs' cannot be '\(text)': use a number from 1 to 256")
    }
    return number
  }

  private func filter() throws -> PathFilter {
    var filter = configuration.filter
    let arguments = invocation.arguments
    if arguments.has(.only) { filter.only = try arguments.all(.only).map { try PathGlob($0) } }
    if arguments.has(.exclude) {
      filter.exclude = try arguments.all(.exclude).map { try PathGlob($0) }
    }
    return filter
  }
}
