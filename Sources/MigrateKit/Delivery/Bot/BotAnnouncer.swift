/// Announces what a run is about to do before it does it, so that the limits hold for all runs
/// together and nothing is said twice.
struct BotAnnouncer {
  /// How long an announcement of this run is relied on, in seconds.
  private static let trust: Int64 = 600

  /// Whether another run announced something after this one had looked.
  private(set) var isOvertaken = false
  /// What a person should know about it.
  private(set) var notes: [String] = []

  private let bot: Bot
  private let base: ObjectID
  /// What is still to be done.
  private var steps: [BotLedger.Step]
  private let isWriting: Bool
  private var ledger: BotLedger
  private var announcedAt: Int64?
  private var isImpossible = false

  init(bot: Bot, _ preparation: BotPreparation) {
    self.bot = bot
    base = preparation.plan.base
    ledger = preparation.ledger
    steps = preparation.actions.flatMap { BotLedger.steps($0, bot.policy) }
    isWriting = !steps.isEmpty
  }

  /// Whether an action may be done.
  ///
  /// All that the run is going to do is announced at once, and again after some minutes, since
  /// announcements expire.
  mutating func admits(_ action: BotAction) throws(GitError) -> Bool {
    if case .leave = action { return true }
    guard isWriting, !isImpossible, !isOvertaken else { return !isOvertaken }
    let now = bot.now()
    let limited = BotLedger.steps(action, bot.policy)
    let isFresh = announcedAt.map { limited.isEmpty || now - $0 < Self.trust } ?? false
    if !isFresh { try announce(at: now) }
    steps.removeAll(where: limited.contains)
    return !isOvertaken
  }

  private mutating func announce(at now: Int64) throws(GitError) {
    ledger.add(steps, at: now)
    var identity = bot.identity
    identity.author.time.seconds = now
    identity.committer.time.seconds = now
    let writer = try CommitWriter(bot.location, identity: identity)
    let commit = try writer.writeCommit(
      tree: try writer.writeTree(of: base, updating: []), parent: base, message: ledger.message)
    switch try bot.remote.announce(commit, expecting: ledger.seen) {
    case .done:
      ledger.seen = commit
      announcedAt = now
    case .moved: isOvertaken = true
    case .refused(let words), .closed(let words):
      isImpossible = true
      notes.append(
        "the limits are kept for this run alone, since the remote takes no reference "
          + "'\(GitRemote.ledger)': \(words)")
    }
  }
}
