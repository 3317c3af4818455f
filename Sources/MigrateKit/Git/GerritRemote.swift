/// A Gerrit server reached by git alone: a change stands for a branch.
///
/// Gerrit keeps every patch set under `refs/changes/`; a change of the bot is found by its
/// `Change-Id`, which any clone makes from the same words. Whether a change was abandoned cannot be
/// seen by git; Gerrit says so when it is pushed to.
public struct GerritRemote: BranchRemote {
  /// The most changes that are looked at, the newest first.
  static let changeLimit = 500
  /// The most commits of the base that are searched for merged changes.
  static let historyLimit = 20_000

  private let remote: GitRemote
  private let location: RepositoryLocation

  /// Prepares a server; nothing is contacted.
  ///
  /// - Parameter remote: the way to it.
  public init(_ remote: GitRemote, in location: RepositoryLocation) {
    self.remote = remote
    self.location = location
  }

  /// Fetches the base and the newest patch set of every change that may be the bot's.
  public func observe(base: String?, prefix: String) throws(GitError) -> RemoteObservation {
    let listed = try remote.list(remote.name, ["HEAD", "refs/heads/*", "refs/changes/*"])
    let base = try remote.base(base, in: listed)
    let patchSets = Self.patchSets(listed.references).suffix(Self.changeLimit)
    let kept = "refs/migrate/base", changes = "refs/migrate/changes/"
    try remote.fetch(
      remote.name,
      ["+refs/heads/\(base):\(kept)"] + patchSets.map { "+\($0.reference):\(changes)\($0.change)" })
    var observation = RemoteObservation(
      base: base, baseCommit: try Repository(location).commit(kept), branches: [:],
      names: listed.branches)
    observation.changes = try index(patchSets)
    return observation
  }

  private func index(_ patchSets: ArraySlice<PatchSet>) throws(GitError) -> ChangeIndex {
    let repository = try Repository(location)
    var index = ChangeIndex()
    for patchSet in patchSets {
      let contents = try repository.contents(of: patchSet.commit)
      guard let id = contents.trailer(ChangeIndex.key), index.open[id] == nil else { continue }
      // A change that was copied to another branch has the id of the older one.
      index.open[id] = patchSet.commit
    }
    let log = try location.git.output(
      [
        "log", "-n", String(Self.historyLimit),
        "--format=%(trailers:key=\(ChangeIndex.key),valueonly)", "refs/migrate/base", "--",
      ], of: location)
    index.merged = Set(
      String(decoding: log, as: UTF8.self).split(separator: "\n").map(String.init))
    return index
  }

  /// The newest patch set of a change.
  struct PatchSet {
    var change: Int
    var number: Int
    var reference: String
    var commit: ObjectID
  }

  /// The newest patch sets, by the number of their change.
  static func patchSets(_ references: [String: ObjectID]) -> [PatchSet] {
    var newest: [Int: PatchSet] = [:]
    for (name, commit) in references where name.hasPrefix("refs/changes/") {
      let parts = name.split(separator: "/")
      guard parts.count == 5, let change = Int(parts[3]), let number = Int(parts[4]) else {
        continue
      }
      if let known = newest[change], known.number > number { continue }
      newest[change] = PatchSet(change: change, number: number, reference: name, commit: commit)
    }
    return newest.values.sorted { $0.change < $1.change }
  }

  /// Pushes a patch set for review.
  ///
  /// There is no lease for a change; that it is still as it was is looked up just before. A patch
  /// set that came in between is not lost, since Gerrit keeps all of them.
  public func push(
    _ commit: ObjectID?, to branch: String, expecting expected: ObjectID?,
    proposing proposal: PushProposal?
  ) throws(GitError) -> RemotePush {
    guard let commit, let proposal else {
      return .refused("a change cannot be abandoned by a push: abandon it on the server")
    }
    if let expected {
      let listed = try remote.list(remote.name, ["refs/changes/*"])
      let isCurrent = Self.patchSets(listed.references).contains { $0.commit == expected }
      guard isCurrent else { return .moved }
    }
    var options = ["topic=" + Self.word(branch), "hashtag=" + Self.word(proposal.label)]
    // What a person made of a change's state is theirs, while what is pushed passes.
    if expected == nil ? proposal.isDraft : proposal.isUnverified { options.append("wip") }
    let target = "refs/for/\(proposal.trunk)%\(options.joined(separator: ","))"
    switch try remote.send(["\(commit):\(target)"]) {
    case .refused(let words) where words.contains("no new changes"): return .done
    case .refused(let words) where words.contains(" closed)"): return .closed(words)
    case let answer: return answer
    }
  }

  /// Gerrit lets few people push to other references, so that there is no ledger.
  public func announce(
    _ commit: ObjectID, expecting expected: ObjectID?
  ) throws(GitError) -> RemotePush {
    .done
  }

  /// A text that can stand among the options of a push.
  private static func word(_ text: String) -> String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-")
    return String(text.map { plain.contains($0) ? $0 : "-" })
  }
}

/// The changes of a server, by their `Change-Id`.
public struct ChangeIndex: Hashable, Sendable {
  /// The key of the line that names a change.
  static let key = "Change-Id"

  /// The newest patch set of every change that was looked at, merged or not.
  public var open: [String: ObjectID] = [:]
  /// The ids of what the base holds.
  public var merged: Set<String> = []

  /// No changes.
  public init() {}

  /// The id of the change for a branch: the first one that the base does not hold.
  func id(for branch: String, into base: String) -> String {
    var round = 0
    while merged.contains(Self.id(branch, base, round)) { round += 1 }
    return Self.id(branch, base, round)
  }

  private static func id(_ branch: String, _ base: String, _ round: Int) -> String {
    let words = "migrate change\n\(branch)\n\(base)\n\(round)\n"
    return "I" + (ObjectID.hash(of: Array(words.utf8)) ?? .zero).description
  }
}

extension RemoteObservation {
  /// Takes the changes that stand for branches as those branches.
  mutating func adoptChanges(for branches: Set<String>) {
    guard let changes else { return }
    for branch in branches {
      self.branches[branch] = changes.open[changes.id(for: branch, into: base)]
    }
  }

  /// The lines that the commit of a branch must end in for its server.
  func trailers(for branch: String) -> [String] {
    changes.map { ["\(ChangeIndex.key): \($0.id(for: branch, into: base))"] } ?? []
  }
}
