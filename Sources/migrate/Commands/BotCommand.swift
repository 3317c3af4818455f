import Foundation
import MigrateKit

/// `migrate bot`: observe, plan, decide and perform once, against a remote and a forge.
struct BotCommand {
  private let invocation: Invocation

  init(_ invocation: Invocation) {
    self.invocation = invocation
  }

  func run() throws -> ExitStatus {
    let arguments = invocation.arguments
    let format: OutcomeFormat = try arguments.choice(.format) ?? .text
    let path = try Session.repositoryPath(invocation)
    let location = try Repository(at: path, environment: invocation.environment).location
    let selection = try ForgeSelection(invocation, location)
    // What is configured stands in the base, which has to be fetched to be read.
    let base = arguments.last(.base)
    let first = try selection.remote().observe(
      base: base, prefix: arguments.last(.branchPrefix) ?? Configuration.standardBranchPrefix)
    let session = try Session(invocation, reading: .commit(first.baseCommit))
    let policy = try policy(session)
    let access = try selection.access(session.configuration)
    let token = access.token
    let redact: @Sendable (String) -> String = { token?.redacted(from: $0) ?? $0 }
    let bot = Bot(
      location: location, remote: access.remote, forge: access.forge, policy: policy,
      base: base ?? session.configuration.botBase, planner: SessionPlanner(invocation: invocation),
      wording: BotWords(labels: policy.labels), verifier: verifier(session, redact),
      identity: try CommitIdentity(
        of: location, environment: invocation.environment,
        now: Timestamp(seconds: Int64(Date().timeIntervalSince1970))),
      now: { Int64(Date().timeIntervalSince1970) })
    let preparation = try bot.prepare()
    if arguments.has(.rehearse) {
      invocation.terminal.output(
        try BotReportText.rehearsal(preparation, bot.wording, format))
      return .done
    }
    let report = try bot.perform(preparation)
    invocation.terminal.output(try BotReportText.text(of: report, format))
    for problem in report.problems { invocation.terminal.problem("error", problem) }
    if let seconds = report.retryAfter {
      invocation.terminal.hint("note: the forge wants to be asked again in \(seconds) seconds")
    }
    return report.isRefused ? .remote : .done
  }

  private func policy(_ session: Session) throws -> BotPolicy {
    var policy = session.configuration.bot
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
