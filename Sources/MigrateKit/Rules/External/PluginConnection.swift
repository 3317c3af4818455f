import Synchronization

/// The processes of one plugin: as many as threads ask at a time, kept from file to file.
final class PluginConnection: Sendable {
  private struct State {
    var idle: [PluginProcess] = []
    var faults = 0
    var isOver = false
  }

  /// What the plugin is called.
  let name: String
  let limits: PluginLimits
  private let program: PluginProgram
  private let runFolder: String
  private let group: SessionGroup
  private let hello: PluginHello
  private let state = Mutex(State())

  /// Starts the first process.
  init(
    name: String, _ program: PluginProgram, in runFolder: String, _ group: SessionGroup,
    limits: PluginLimits
  ) throws(PluginFault) {
    self.group = group
    self.name = name
    self.program = program
    self.runFolder = runFolder
    self.limits = limits
    let process = try PluginProcess(program, in: runFolder, group, limits: limits)
    hello = process.hello
    state.withLock { $0.idle.append(process) }
  }

  /// The rules that the plugin has.
  var announced: PluginHello { hello }

  /// Asks one rule about one file.
  ///
  /// - Throws: what went wrong, with the plugin's name.
  func ask(
    _ rule: String, _ file: ParsedFile, _ context: RuleContext
  ) throws(PluginFault) -> RuleOutput {
    do {
      let process = try borrow()
      let answer = try process.ask(PluginCheck(rule, file.source, context))
      state.withLock { if !$0.isOver { $0.idle.append(process) } }
      return try PluginAnswer(rule: rule, file: file, context: context, limits: limits)
        .output(answer)
    } catch {
      count(error)
      throw PluginFault(error.reason, "plugin '\(name)' \(error.detail)")
    }
  }

  /// Lets every process go that is not at work; no other one starts.
  func end() {
    state.withLock { state in
      state.isOver = true
      state.idle = []
    }
  }

  private func borrow() throws(PluginFault) -> PluginProcess {
    let (process, isGivenUp) = state.withLock { state in
      (state.idle.popLast(), state.isOver || state.faults >= limits.faults)
    }
    guard !isGivenUp else {
      throw PluginFault(
        .givenUp, "had too many faults in this run and was asked nothing more: mend it first")
    }
    if let process { return process }
    let fresh = try PluginProcess(program, in: runFolder, group, limits: limits)
    guard fresh.hello == hello else {
      throw PluginFault(.badReply, "shook hands with other rules than before")
    }
    return fresh
  }

  private func count(_ fault: PluginFault) {
    let weight =
      switch fault.reason {
      case .refused, .givenUp: 0
      case .timedOut: 3
      default: 1
      }
    state.withLock { $0.faults += weight }
  }
}

extension PluginCheck {
  fileprivate init(_ rule: String, _ source: SourceFile, _ context: RuleContext) {
    self.init(
      id: 0, rule: rule, path: source.path, text: String(decoding: source.bytes, as: UTF8.self),
      platforms: Self.named(context.platforms.minimums), since: Self.named(context.since),
      requiresCompatibility: context.platforms.requiresCompatibility,
      gate: Gate(
        alsoIf: context.gateStyle.extraCondition, compiler: context.gateStyle.compilerGate),
      options: context.options)
  }

  private static func named(_ versions: [Platform: PlatformVersion]) -> [String: String] {
    var named: [String: String] = [:]
    for (platform, version) in versions { named[platform.rawValue] = "\(version)" }
    return named
  }
}
