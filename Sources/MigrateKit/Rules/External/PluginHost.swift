import Synchronization

/// Starts plugins and ends everything they started; one for a run.
public final class PluginHost: Sendable {
  private struct State: ~Copyable {
    var connections: [PluginConnection] = []
    var folder: TemporaryFolder?
    var isOver = false
  }

  private let searchPath: String
  private let temporaryFolder: String
  private let group = SessionGroup()
  private let state = Mutex(State())

  /// Prepares a run without starting anything.
  ///
  /// - Parameters:
  ///   - searchPath: The folders, joined by `:`, where plugins find their interpreters, and this
  ///     program `wasmkit`.
  ///   - temporaryFolder: Where the working folders of plugins are made.
  public init(searchPath: String, temporaryFolder: String) {
    self.searchPath = searchPath
    self.temporaryFolder = temporaryFolder
  }

  deinit { end() }

  /// Starts a plugin.
  ///
  /// - Parameter repository: The folders of the repository under migration, as written and with
  ///   links resolved: what lies there runs only with a digest.
  /// - Throws: why it does not run, or why what it says of itself cannot be used.
  public func start(
    _ reference: PluginReference, repository: [String] = [], limits: PluginLimits = PluginLimits()
  ) throws(PluginError) -> Plugin {
    var limits = limits
    if let seconds = reference.seconds { limits.reply = .seconds(seconds) }
    let folder = try runFolder(for: reference)
    let program = try PluginProgram(
      reference, searchPath: searchPath, copiesIn: folder, repository: repository, limits: limits)
    let connection: PluginConnection
    do {
      connection = try PluginConnection(
        name: reference.name, program, in: folder, group, limits: limits)
    } catch {
      throw PluginError(reference, error.detail)
    }
    let isOver = state.withLock { state in
      state.connections.append(connection)
      return state.isOver
    }
    if isOver { connection.end() }
    return try Plugin(reference, connection)
  }

  /// The path of the program that runs modules in a sandbox: on the search path, or beside the
  /// compiler that is there; nil when there is none.
  public static func wasmkit(searchPath: String) -> String? {
    PluginProgram.wasmkit(searchPath: searchPath)
  }

  /// Ends every process of every plugin, at work or not, and removes their folders.
  ///
  /// Plugins do not start again. May be called from any thread, and again.
  public func end() {
    stop(closing: true)
  }

  /// Ends every process of every plugin that was started so far; others may start.
  ///
  /// For a run over several repositories, each with the plugins afresh.
  public func release() {
    stop(closing: false)
  }

  private func stop(closing: Bool) {
    let connections = state.withLock { state in
      if closing { state.isOver = true }
      let connections = state.connections
      state.connections = []
      return connections
    }
    group.endAll(closing: closing)
    for connection in connections { connection.end() }
    state.withLock { $0.folder = nil }
  }

  private func runFolder(for reference: PluginReference) throws(PluginError) -> String {
    let path = state.withLock { state -> String? in
      if state.isOver { return nil }
      if state.folder == nil {
        state.folder = TemporaryFolder(in: temporaryFolder, prefix: "migrate-")
      }
      return state.folder?.path
    }
    guard let path else {
      throw PluginError(
        reference, "cannot start: no folder can be made in '\(temporaryFolder)'")
    }
    return path
  }
}
