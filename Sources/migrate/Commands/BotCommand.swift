import Foundation
import MigrateKit

/// `migrate bot`: observe, plan, decide and perform, against a remote and a forge; once, or again
/// and again.
struct BotCommand {
  private let invocation: Invocation

  init(_ invocation: Invocation) {
    self.invocation = invocation
  }

  func run() throws -> ExitStatus {
    guard let minutes = try interval() else { return try runOnce(nil).status }
    let loop = BotLoop()
    loop.begin()
    while true {
      var pause = minutes * 60
      do {
        pause = max(pause, try runOnce(loop).retryAfter ?? 0)
      } catch {
        // Everything else may be right the next time: a network, a forge, a file of the base.
        if let error = error as? CommandError, error.status == .usage { throw error }
        invocation.terminal.problem("error", ErrorTable.describe(error).message)
      }
      guard loop.pause(seconds: pause) else { return .done }
    }
  }

  /// The minutes between two runs; nil for one run.
  private func interval() throws(CommandError) -> Int64? {
    guard let text = invocation.arguments.last(.every) else { return nil }
    if invocation.arguments.has(.once) || invocation.arguments.has(.rehearse) {
      throw .usage("'--every' cannot stand beside '--once' and '--rehearse'")
    }
    guard let minutes = Int64(text), (1...10_080).contains(minutes) else {
      throw .usage("'--every' cannot be '\(text)': use a number of minutes from 1 to 10080")
    }
    return minutes
  }

  private func runOnce(
    _ loop: BotLoop?
  ) throws -> (status: ExitStatus, retryAfter: Int64?) {
    var invocation = invocation
    if let loop {
      // Plugins of a run end with it, and do not start again.
      invocation.plugins = PluginHost(
        searchPath: invocation.environment["PATH"] ?? "",
        temporaryFolder: ForgeSelection.temporaryFolder(invocation))
      loop.enter(.looking, plugins: invocation.plugins)
    }
    defer { if loop != nil { invocation.plugins.end() } }
    return try BotRun(invocation, loop).perform()
  }
}

/// One run of the bot.
private struct BotRun {
  private let invocation: Invocation
  private let loop: BotLoop?

  init(_ invocation: Invocation, _ loop: BotLoop?) {
    self.invocation = invocation
    self.loop = loop
  }

  func perform() throws -> (status: ExitStatus, retryAfter: Int64?) {
    let arguments = invocation.arguments
    let format: OutcomeFormat = try arguments.choice(.format) ?? .text
    let path = try Session.repositoryPath(invocation)
    let location = try Repository(at: path, environment: invocation.environment).location
    let selection = try ForgeSelection(invocation, location)
    // What is configured stands in the base, which has to be fetched to be read.
    let base = arguments.last(.base)
    let first: RemoteObservation
    do {
      first = try selection.remote().observe(
        base: base, prefix: arguments.last(.branchPrefix) ?? Configuration.standardBranchPrefix)
    } catch {
      if let hint = try selection.hintWithoutToken() { invocation.terminal.hint(hint) }
      throw error
    }
    let session = try Session(invocation, reading: .commit(first.baseCommit))
    let access = try selection.access(session.configuration)
    let policy = try policy(session, access.kind)
    let token = access.token
    let redact: @Sendable (String) -> String = { token?.redacted(from: $0) ?? $0 }
    let remote: any BranchRemote =
      access.kind == .gerrit ? GerritRemote(access.remote, in: location) : access.remote
    var bot = Bot(
      location: location, remote: remote, forge: access.forge, policy: policy,
      base: base ?? session.configuration.botBase, planner: SessionPlanner(invocation: invocation),
      wording: BotWords(labels: policy.labels), verifier: verifier(session, redact),
      identity: try CommitIdentity(
        of: location, environment: invocation.environment,
        now: Timestamp(seconds: Int64(Date().timeIntervalSince1970))),
      now: { Int64(Date().timeIntervalSince1970) })
    let preparation = try bot.prepare()
    if arguments.has(.rehearse) {
      invocation.terminal.output(
        try BotReportText.text(of: bot.rehearse(preparation), format))
      return (.done, nil)
    }
    if let loop {
      loop.enter(.writing)
      bot.isToStop = { loop.isAsked }
    }
    let report = try bot.perform(preparation)
    invocation.terminal.output(try BotReportText.text(of: report, format))
    for problem in report.problems { invocation.terminal.problem("error", problem) }
    for note in report.notes { invocation.terminal.problem("note", note) }
    if let seconds = report.retryAfter {
      invocation.terminal.hint("note: the forge wants to be asked again in \(seconds) seconds")
    }
    return (report.isRefused ? .remote : .done, report.retryAfter)
  }

  private func policy(_ session: Session, _ forge: ForgeKind) throws -> BotPolicy {
    var policy = session.configuration.bot
    policy.proposesByPush = forge == .gerrit || forge == .gitlabPush
    policy.removesBranches = forge != .gerrit
    policy.prefix = try session.branchPrefix()
    if invocation.arguments.has(.stack) { policy.isStacked = true }
    policy.removesLeftovers = !invocation.arguments.has(.recipe)
    if policy.isStacked, invocation.arguments.has(.pushRemote) {
      throw CommandError.usage(
        "a stack cannot be pushed to a fork: its pull requests go into branches of the project")
    }
    return policy
  }

  /// What commits have to pass; commands that stand in the repository are not run.
  private func verifier(
    _ session: Session, _ redact: @escaping @Sendable (String) -> String
  ) -> BotVerifier? {
    guard let verify = session.configuration.verify else { return nil }
    guard invocation.arguments.has(.config) else {
      invocation.terminal.hint(
        "note: 'verify' in \(session.configuration.file) is not run, since it is the "
          + "repository's: put it into a file of your own and name that with '--config'")
      return nil
    }
    return BotVerifier(
      commands: verify.commands, deadline: .seconds(verify.minutes * 60),
      environment: invocation.environment,
      temporaryFolder: ForgeSelection.temporaryFolder(invocation), redact: redact)
  }
}

/// Runs the recipes that the configuration of a commit asks for.
private struct SessionPlanner: BotPlanner {
  let invocation: Invocation

  func recipes(
    at base: ObjectID, excluding excluded: Set<String>, isStacked: Bool
  ) throws -> [BotRecipe] {
    let session = try Session(invocation, reading: .commit(base))
    let plan = try session.plan(excluding: excluded, isStacked: isStacked)
    return try zip(session.recipes, plan.recipes).map { recipe, plan in
      let guide = session.library.entry(recipe.id)?.guide
      return BotRecipe(
        recipe: recipe, configuration: try session.configurationDigest(of: recipe), plan: plan,
        references: [guide?.section ?? ""] + (guide?.pages ?? []))
    }
  }
}
