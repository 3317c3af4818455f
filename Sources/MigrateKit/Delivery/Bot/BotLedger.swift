/// What runs of the bot are about to do, noted on the remote before they do it.
///
/// A run that is going to write replaces the ledger which it saw before it looked at anything else,
/// under a lease. Of runs that looked at the same time only one gets through; one that looks later
/// counts what an earlier one announced. Nothing has to be given back, since notes expire.
public struct BotLedger: Hashable, Sendable {
  /// One step that was announced.
  struct Note: Hashable, Sendable {
    /// When, in seconds since 1970.
    var time: Int64
    var step: Step
  }

  /// What is announced: everything that has a limit or is said only once.
  enum Step: Hashable, Sendable {
    case push(String)
    case open(String)
    case say(Int, String)
  }

  /// How long a note counts, in seconds; the limits are per hour.
  static let lifetime: Int64 = 3600
  /// How far the clocks of a forge and of a bot may be apart, in seconds.
  static let clockSkew: Int64 = 120

  /// The commit that the remote held; nil when it had no ledger.
  var seen: ObjectID?
  /// The notes, oldest first.
  var notes: [Note] = []

  /// The ledger of a remote without one.
  public init() {}

  /// Reads what the remote holds.
  init(_ seen: ObjectID?, in location: RepositoryLocation) throws(GitError) {
    self.seen = seen
    guard let seen else { return }
    // A reference that somebody made of something else announces nothing, and is replaced.
    let kind = try location.git.output(["cat-file", "-t", seen.description], of: location)
    guard String(decoding: kind, as: UTF8.self).hasPrefix("commit") else { return }
    notes = Self.notes(in: try Repository(location).contents(of: seen).message)
  }

  /// The notes that still count at a moment.
  func current(at now: Int64) -> [Note] {
    notes.filter { $0.time > now - Self.lifetime && $0.time <= now + Self.lifetime }
  }

  /// Adds steps, and forgets what counts no more.
  mutating func add(_ steps: [Step], at now: Int64) {
    notes = current(at: now) + steps.map { Note(time: now, step: $0) }
  }

  // MARK: The text

  private static let heading = "Steps that the migration bot announced"

  /// The message of the commit that holds the ledger.
  var message: String {
    let lines = notes.map { note in
      switch note.step {
      case .push(let branch): "\(note.time) push \(branch)"
      case .open(let branch): "\(note.time) open \(branch)"
      case .say(let number, let code): "\(note.time) say \(number) \(code)"
      }
    }
    return ([Self.heading, ""] + lines).joined(separator: "\n") + "\n"
  }

  static func notes(in message: String) -> [Note] {
    message.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", maxSplits: 2).map(String.init)
      guard words.count == 3, let time = Int64(words[0]) else { return nil }
      switch words[1] {
      case "push": return Note(time: time, step: .push(words[2]))
      case "open": return Note(time: time, step: .open(words[2]))
      case "say":
        let parts = words[2].split(separator: " ").map(String.init)
        guard parts.count == 2, let number = Int(parts[0]) else { return nil }
        return Note(time: time, step: .say(number, parts[1]))
      default: return nil
      }
    }
  }
}

extension BotLedger {
  /// What an action announces; nothing for those that may be done twice.
  static func steps(_ action: BotAction, _ policy: BotPolicy) -> [Step] {
    switch action {
    case .push(let push):
      policy.proposesByPush && push.cause == .new
        ? [.push(push.branch), .open(push.branch)] : [.push(push.branch)]
    case .open(let branch): [.open(branch)]
    case .say(_, let number, let notice): [.say(number, notice.code)]
    case .refresh, .close, .removeBranch, .removeLabel, .leave: []
    }
  }

  /// Takes into an observation what was announced and cannot be seen yet.
  ///
  /// - Parameter pushes: when the commits of ours on each branch were made.
  func complete(
    _ observation: inout BotObservation, pushes: [String: [Int64]], now: Int64
  ) {
    for note in current(at: now) {
      switch note.step {
      case .push(let branch):
        let isDone = pushes[branch]?.contains { $0 >= note.time } ?? false
        if !isDone { observation.pendingPushes.insert(branch) }
      case .open(let branch):
        let isDone =
          observation.pulls[branch]?.contains { $0.openedAt >= note.time - Self.clockSkew }
          ?? false
        if !isDone { observation.pendingOpens.insert(branch) }
      case .say(let number, let code):
        observation.said[number, default: []].insert(code)
      }
    }
  }
}
