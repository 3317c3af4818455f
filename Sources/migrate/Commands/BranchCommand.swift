import Foundation
import MigrateKit

/// `migrate branch`: one branch and commit per recipe; writes objects and refs only.
struct BranchCommand {
  private let invocation: Invocation

  init(_ invocation: Invocation) {
    self.invocation = invocation
  }

  func run() throws -> ExitStatus {
    let arguments = invocation.arguments
    let format: OutcomeFormat = try arguments.choice(.format) ?? .text
    let session = try Session(invocation, reading: .head)
    guard let base = session.snapshot.base else {
      throw CommandError(.git, "there is no commit to start from: make a first commit")
    }
    let identity = try CommitIdentity(
      of: session.snapshot.location, environment: invocation.environment, now: .current)
    let isStacked = arguments.has(.stack)
    let plan = isStacked ? try session.stackedPlan() : try session.plan()
    let delivery = BranchDelivery(session.snapshot.location, identity: identity)
    let prefix = try session.branchPrefix()
    var outcomes: [BranchOutcome] = []
    var delivered: [RecipeChange] = []
    var stackBase = base
    for (recipe, planned) in zip(session.recipes, plan.recipes) {
      let change = RecipeChange(
        recipe: recipe.id, version: recipe.version, commitSubject: recipe.commitSubject,
        commitBody: recipe.commitBody, configuration: try session.configurationDigest(of: recipe),
        base: stackBase, changes: planned.changes, members: planned.members)
      let branch = BranchDelivery.branch(prefix: prefix, recipe: recipe.id)
      let outcome = try deliver(change, to: branch, by: delivery)
      outcomes.append(outcome)
      delivered.append(change)
      if isStacked, !planned.changes.isEmpty {
        guard let commit = outcome.commit else { break }
        stackBase = commit
      }
    }
    let conflicts = isStacked ? [] : try RecipeConflict.predict(delivered)
    try report(outcomes, conflicts, session, format)
    let refused = outcomes.contains { $0.action == .refused }
    return refused ? .git : session.status(of: plan)
  }

  private func deliver(
    _ change: RecipeChange, to branch: String, by delivery: BranchDelivery
  ) throws(GitError) -> BranchOutcome {
    let repository = try Repository(delivery.location)
    let observation = try BranchObservation(branch: branch, in: repository)
    let blobs = try BranchDelivery.blobs(of: change, in: repository)
    return try delivery.perform(
      BranchDecision.decide(observation, change, blobs: blobs), change, branch: branch)
  }

  private struct Document: Encodable {
    var schema = 1
    var base: String
    var branches: [BranchOutcome]
    var conflicts: [RecipeConflict]
    var differing: Int
  }

  private func report(
    _ outcomes: [BranchOutcome], _ conflicts: [RecipeConflict], _ session: Session,
    _ format: OutcomeFormat
  ) throws {
    let terminal = invocation.terminal
    let base = session.snapshot.base?.description ?? ""
    let differing = try session.pathsDifferingFromBase()
    if format == .json {
      terminal.output(
        try JSONText.encode(
          Document(
            base: base, branches: outcomes, conflicts: conflicts, differing: differing.count)))
      return
    }
    terminal.output(OutcomeText.text(outcomes))
    for conflict in conflicts {
      terminal.output(
        "conflict: '\(conflict.first)' and '\(conflict.second)' change the same lines of "
          + conflict.paths.map { "'\(PrintableText.line($0))'" }.joined(separator: ", ")
          + "; merge one, then run 'migrate branch' again for the other, or use '--stack'\n")
    }
    if !differing.isEmpty {
      terminal.hint(
        "note: \(differing.count) Swift file\(differing.count == 1 ? "" : "s") on disk "
          + "differ\(differing.count == 1 ? "s" : "") from the base \(base.prefix(10)): "
          + "branches hold what is committed")
    }
  }
}

extension Timestamp {
  /// Now, in the time zone of the machine.
  fileprivate static var current: Timestamp {
    let now = Date()
    return Timestamp(
      seconds: Int64(now.timeIntervalSince1970),
      offsetInMinutes: TimeZone.current.secondsFromGMT(for: now) / 60)
  }
}
