import Foundation
import MigrateKit

/// The plugins of a run: named by the person who runs the program, never by the repository.
struct PluginSelection {
  private let invocation: Invocation
  /// The folders of the repository under migration; empty where there is none.
  private let repository: [String]

  /// The plugins that may start.
  private(set) var trusted: [PluginReference] = []
  /// The plugins that the repository names; they do not start.
  private(set) var refused: [PluginReference] = []

  /// - Parameter location: The repository under migration; nil for a command without one.
  init(_ invocation: Invocation, repository location: RepositoryLocation?) throws {
    self.invocation = invocation
    repository = location.map(Self.folders) ?? []
    if let file = Self.userFile(invocation.environment),
      let contents = FileManager.default.contents(atPath: file)
    {
      let folder = (file as NSString).deletingLastPathComponent
      let configuration = try UserConfiguration(Array(contents), file: file, folder: folder)
      add(configuration.plugins, from: file)
    }
  }

  /// The plugins of the person's own configurations, for a command without a repository.
  static func named(_ invocation: Invocation) throws -> [Plugin] {
    var selection = try PluginSelection(invocation, repository: nil)
    if let file = invocation.arguments.last(.config) {
      let configuration = try Session.namedConfiguration(file, invocation)
      selection.add(
        configuration.plugins, from: Session.absolute(file, in: invocation.folder))
    }
    return try selection.start()
  }

  /// Adds the plugins of a configuration.
  ///
  /// - Parameter path: The absolute path of the file; nil for the repository's own.
  mutating func add(_ plugins: [PluginReference], from path: String?) {
    let isForeign =
      path.map { path in
        PluginTrust.isInside(path, repository)
          || PluginTrust.isInside(Self.resolved(path), repository)
      } ?? true
    if isForeign { refused += plugins } else { trusted += plugins }
  }

  /// Starts the plugins.
  func start() throws -> [Plugin] {
    for reference in refused { invocation.terminal.problem("warning", Self.line(reference)) }
    var names: Set<String> = []
    for reference in trusted where !names.insert(reference.name).inserted {
      throw CommandError(
        .badRecipe,
        "\(reference.place): there are two plugins '\(reference.name)': give one another 'id'")
    }
    guard !trusted.isEmpty else { return [] }
    invocation.interruption.begin()
    return try trusted.map { try invocation.plugins.start($0, repository: repository) }
  }

  /// The plugins of the repository as what was not done.
  var skips: [Skip] {
    refused.map { reference in
      Skip(
        path: String(reference.place.prefix { $0 != ":" }), reason: "pluginOfRepository",
        detail: Self.line(reference), isFault: true)
    }
  }

  private static func line(_ reference: PluginReference) -> String {
    "\(reference.place): plugin '\(reference.name)' does not run, since the repository names it:"
      + " name it in a file outside the repository, with '--config' or in"
      + " '~/.config/\(UserConfiguration.relativePath)'"
  }

  private static func userFile(_ environment: [String: String]) -> String? {
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
      return folder + "/" + UserConfiguration.relativePath
    }
    return environment["HOME"].map { $0 + "/.config/" + UserConfiguration.relativePath }
  }

  /// The folders whose contents others may have written, links resolved.
  private static func folders(_ location: RepositoryLocation) -> [String] {
    var folders = [location.gitFolder, location.commonFolder]
    if let work = location.workFolder { folders.append(work) }
    // The main working tree of a linked one.
    let common = location.commonFolder as NSString
    if common.lastPathComponent == ".git" { folders.append(common.deletingLastPathComponent) }
    return Array(Set(folders + folders.map(resolved))).sorted()
  }

  private static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }
}
