/// What a run would do and say, for a person to read before it happens.
public struct BotRehearsal: Codable, Hashable, Sendable {
  /// One step: what would be done, why, and everything that would be written.
  public struct Step: Codable, Hashable, Sendable {
    /// The name of the branch.
    public var branch: String
    /// What would be done, as the report's code for it.
    public var action: String
    /// What would be done, in words.
    public var summary: String
    /// Why, in words.
    public var reason: String
    /// The title that a pull request would have; nil when it stays or there is none.
    public var title: String?
    /// The text that would be posted; nil when there is none.
    public var text: String?
  }

  /// The branch that pull requests go into.
  public var base: String
  /// Its commit.
  public var commit: ObjectID
  /// The steps, in order.
  public var steps: [Step]
  /// What would become of the dashboard, in words; nil when it stays as it is.
  public var dashboardSummary: String?
  /// The text of the dashboard; nil when it stays as it is.
  public var dashboard: String?
}

extension Bot {
  /// Tells what performing would do; nothing is contacted.
  public func rehearse(_ preparation: BotPreparation) -> BotRehearsal {
    let rehearser = BotRehearser(bot: self, preparation: preparation)
    var rehearsal = BotRehearsal(
      base: preparation.observation.base, commit: preparation.plan.base,
      steps: preparation.actions.map(rehearser.step))
    guard let forge, policy.hasDashboard, policy.schedule.isOpen(at: now()) else {
      return rehearsal
    }
    let writer = BotDashboardWriter(
      bot: self, preparation: preparation, outcomes: rehearser.outcomes, forge: forge)
    (rehearsal.dashboardSummary, rehearsal.dashboard) = writer.rehearsal
    return rehearsal
  }
}

/// Puts the steps of a run into words.
private struct BotRehearser {
  let bot: Bot
  let preparation: BotPreparation

  private func unit(_ branch: String) -> BotUnit? {
    preparation.works.first { $0.unit.branch == branch }?.unit
  }

  private func pull(_ branch: String) -> PullRequest? {
    preparation.observation.openPull(of: branch)
  }

  func step(_ action: BotAction) -> BotRehearsal.Step {
    var step = BotRehearsal.Step(
      branch: action.branch, action: action.code, summary: "", reason: "")
    switch action {
    case .push(let push): describe(push, &step)
    case .open(let branch): describeOpening(branch, &step)
    case .refresh(let branch, let number, let refresh):
      guard let pull = pull(branch) else { break }
      describe(refresh.change(of: pull), number, &step)
    case .say(_, let number, let notice):
      step.summary = "comment on #\(number)"
      step.reason = "it is said once"
      let kept = preparation.actions.filter { $0.branch == action.branch }
        .compactMap(Self.keptName).first
      step.text = bot.wording.notice(notice, kept: kept)
    case .close(_, let number, let reason):
      step.summary = "close #\(number)"
      step.reason = reason.description
    case .removeBranch(_, let commit):
      step.summary = "remove the branch if it still holds \(commit.abbreviated)"
      step.reason = "nothing is left for it, and nobody else has a commit on it"
    case .removeLabel(_, let number, let label):
      step.summary = "take the label '\(label)' off #\(number)"
      step.reason = "what it asks for is done"
    case .leave(_, let reason):
      step.summary = "nothing"
      step.reason = reason.description
    }
    return step
  }

  private static func keptName(_ action: BotAction) -> String? {
    guard case .push(let push) = action, let kept = push.keeps else { return nil }
    return BotPerformer.keptName(push.branch, kept)
  }

  private func describe(_ push: BotPush, _ step: inout BotRehearsal.Step) {
    let files = unit(push.branch)?.blobs.count ?? 0
    step.summary =
      push.from.map { "build it again in place of \($0.abbreviated)" } ?? "make the branch"
    step.summary += files == 1 ? ", changing 1 file" : ", changing \(files) files"
    if let kept = push.keeps {
      step.summary += ", and keep what it holds as '\(BotPerformer.keptName(push.branch, kept))'"
    }
    if bot.verifier != nil { step.summary += ", after 'verify' ran on it" }
    step.reason =
      switch push.cause {
      case .new: "there is no branch yet"
      case .asked: "somebody asked for it"
      case .conflicts: "it conflicts with the base"
      case .sitesChanged: "it is about other sites now"
      case .recipeChanged: "the recipe or its settings changed"
      case .behind: "the base has moved"
      case .baseChanged: "what it stands on has changed"
      }
  }

  private func describeOpening(_ branch: String, _ step: inout BotRehearsal.Step) {
    guard let unit = unit(branch) else { return }
    let isDraft = bot.policy.wantsDraft(unit)
    step.summary =
      "open a \(isDraft ? "draft " : "")pull request into "
      + "'\(unit.below ?? preparation.observation.base)' with the label "
      + "'\(bot.policy.labels.own)'"
    step.reason =
      bot.verifier == nil ? "the branch has none" : "the branch has none; a draft if 'verify' fails"
    step.title = unit.words.title
    step.text = unit.words.section
  }

  private func describe(
    _ change: PullRequestChange, _ number: Int, _ step: inout BotRehearsal.Step
  ) {
    var parts: [String] = []
    if change.title != nil { parts.append("title") }
    if let base = change.base { parts.append("base to '\(base)'") }
    if let isDraft = change.isDraft { parts.append(isDraft ? "draft" : "ready for review") }
    let section = change.body.flatMap { PullRequestBody($0).section }
    let old = pull(step.branch).flatMap { PullRequestBody($0.body).section }
    if change.body != nil { parts.append(section == old ? "note in the text" : "text") }
    step.summary = "change #\(number): " + parts.joined(separator: ", ")
    step.reason = "it says what the branch holds; what people changed themselves stays"
    step.title = change.title
    step.text = section == old ? nil : section
  }

  /// What would be reported if everything went well.
  var outcomes: [BotOutcome] {
    var (order, outcomes) = BotPerformer.outcomes(of: preparation)
    for action in preparation.actions {
      switch action {
      case .push(let push):
        outcomes[push.branch]?.action = push.from == nil ? .created : .updated
      case .open(let branch): outcomes[branch]?.action = .created
      case .close(let branch, _, let reason):
        outcomes[branch]?.stop(reason)
        outcomes[branch]?.pullRequest = nil
      case .removeBranch(let branch, _): outcomes[branch]?.action = .removed
      case .leave(let branch, let reason): outcomes[branch]?.stop(reason)
      case .refresh, .say, .removeLabel: continue
      }
    }
    return order.compactMap { outcomes[$0] }
  }
}
