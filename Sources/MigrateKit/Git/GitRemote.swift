/// A remote reached by the git program: the user's credentials, SSH, proxies, LFS and hooks are as
/// they are.
///
/// What is fetched goes to `refs/migrate/`, so that the clone's own references stay as they are.
public struct GitRemote: BranchRemote {
  /// The reference in which runs of the bot tell each other what they are about to do.
  static let ledger = "refs/migrate/ledger"
  /// How many commits a cut-off history is deepened by where a branch does not meet its base.
  static let deepening = 40

  private let location: RepositoryLocation
  private let remote: String
  private let pushRemote: String
  private let git: GitProgram
  private let deadline: Duration
  private let redact: @Sendable (String) -> String
  private let isGitLab: Bool

  /// Prepares a remote; nothing is contacted.
  ///
  /// - Parameters:
  ///   - remote: the name or address that is read, and pushed to unless `pushRemote` says
  ///     otherwise.
  ///   - pushRemote: the name or address of the fork that branches are pushed to and read from.
  ///   - password: what a server over HTTPS may ask for, for a machine without credentials; it
  ///     goes through the environment and only to `server`.
  ///   - opensMergeRequests: whether the server is a GitLab that opens a merge request for every
  ///     new branch, by push options.
  ///   - redact: takes what is secret out of texts of others.
  /// - Throws: `GitError.Cause.remote` for a name that git would take for an option.
  public init(
    _ location: RepositoryLocation, remote: String, pushRemote: String? = nil,
    server: String? = nil, user: String = "x-access-token", password: String? = nil,
    deadline: Duration = .seconds(1800), opensMergeRequests: Bool = false,
    redact: @escaping @Sendable (String) -> String = { $0 }
  ) throws(GitError) {
    for name in [remote, pushRemote ?? remote] where name.isEmpty || name.hasPrefix("-") {
      throw GitError(
        .remote, at: RemoteAddress.withoutCredentials(name), "not the name or address of a remote",
        remedy: "run 'git remote' to see the names")
    }
    self.location = location
    self.remote = remote
    self.pushRemote = pushRemote ?? remote
    self.deadline = deadline
    self.redact = { RemoteAddress.withoutCredentials(redact($0)) }
    isGitLab = opensMergeRequests
    if let server, let password {
      var overridden: [String] = []
      for name in [remote, self.pushRemote] {
        let address = try Self.text(of: name, in: location)
        if let beginning = RemoteAddress.beginningWithCredentials(of: address) {
          overridden.append(beginning)
        }
      }
      git = location.git.answering(
        server, user: user, password: password, overriding: Set(overridden))
    } else {
      git = location.git
    }
  }

  /// The name or address that is read.
  var name: String { remote }

  /// Looks at the remote and fetches the base and every branch with a prefix.
  public func observe(base: String?, prefix: String) throws(GitError) -> RemoteObservation {
    let patterns = ["HEAD", "refs/heads/*", Self.ledger]
    let listed = try list(remote, patterns)
    let base = try self.base(base, in: listed)
    let pushed = pushRemote != remote ? try list(pushRemote, patterns) : listed
    let hasLedger = pushed.references[Self.ledger] != nil
    let kept = "refs/migrate/base", ours = "refs/migrate/heads/"
    // The ledger first: what is announced after that shows when it is replaced.
    if hasLedger { try fetch(pushRemote, ["+\(Self.ledger):\(Self.ledger)"]) }
    try fetch(remote, ["+refs/heads/\(base):\(kept)"])
    let repository = try Repository(location)
    var branches: [String: ObjectID] = [:]
    let hasBranches = pushed.branches.contains { $0.hasPrefix(prefix) }
    // Into a cut-off history git refuses to fetch nothing.
    if hasBranches {
      try fetch(pushRemote, ["+refs/heads/\(prefix)*:\(ours)\(prefix)*"], isPruning: true)
    }
    for reference in try repository.references(matching: ours + "*")
    where hasBranches && reference.name.hasPrefix(ours + prefix) {
      branches[String(reference.name.dropFirst(ours.count))] = reference.target
    }
    try deepen(kept, of: base, toMeet: branches.values.sorted { $0.description < $1.description })
    return RemoteObservation(
      base: base, baseCommit: try repository.commit(kept), branches: branches,
      names: pushed.branches.union(branches.keys),
      ledger: hasLedger ? try ledgerReference() : nil)
  }

  /// What the ledger's reference names itself, commit or not: the lease has to be on that.
  private func ledgerReference() throws(GitError) -> ObjectID? {
    let output = try location.git.output(
      ["rev-parse", "--verify", "--end-of-options", Self.ledger], of: location)
    return ObjectID(
      String(decoding: output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }

  /// Deepens a cut-off history in which a branch does not meet the base; nothing is ever cut.
  private func deepen(
    _ kept: String, of base: String, toMeet branches: [ObjectID]
  ) throws(GitError) {
    guard location.isShallow else { return }
    for branch in branches {
      let meeting = try location.git.result(
        ["--git-dir=" + location.gitFolder, "merge-base", kept, branch.description],
        in: location.root)
      if meeting.succeeded { continue }
      try fetch(remote, ["+refs/heads/\(base):\(kept)"], deepening: Self.deepening)
      return
    }
  }

  /// The branch to go into: the one that is asked for, else the remote's default branch.
  func base(_ asked: String?, in listing: Listing) throws(GitError) -> String {
    if let base = asked ?? listing.defaultBranch, listing.branches.contains(base) { return base }
    throw GitError(
      .remote, at: redact(remote),
      asked.map { "the remote has no branch '\($0)'" } ?? "the remote has no default branch",
      remedy: "name one with '--base' or 'bot.base'")
  }

  /// Moves, makes or removes one branch under an explicit lease.
  public func push(
    _ commit: ObjectID?, to branch: String, expecting expected: ObjectID?,
    proposing proposal: PushProposal?
  ) throws(GitError) -> RemotePush {
    // Options only for what is new: they would open again what a person has closed.
    let options = isGitLab && expected == nil ? proposal?.gitLabOptions ?? [] : []
    return try move(
      try Repository.branchReference(branch), to: commit, expecting: expected, options)
  }

  /// Replaces the ledger under an explicit lease.
  public func announce(
    _ commit: ObjectID, expecting expected: ObjectID?
  ) throws(GitError) -> RemotePush {
    try move(Self.ledger, to: commit, expecting: expected)
  }

  private func move(
    _ name: String, to commit: ObjectID?, expecting expected: ObjectID?, _ options: [String] = []
  ) throws(GitError) -> RemotePush {
    let lease = "--force-with-lease=\(name):\(expected?.description ?? "")"
    let answer = try send([lease, "\(commit?.description ?? ""):\(name)"], options)
    guard case .refused = answer else { return answer }
    do {
      // Servers have many words for a lost race; the reference itself has one.
      return try list(pushRemote, [name]).references[name] == expected ? answer : .moved
    } catch {
      return answer
    }
  }

  /// A clone that mirrors its remote takes no single thing to push.
  private var unmirrored: [String] {
    let isName = !pushRemote.contains { "/:=".contains($0) }
    return isName ? ["-c", "remote.\(pushRemote).mirror=false"] : []
  }

  /// Pushes, and tells what the server said.
  ///
  /// - Parameter arguments: leases and one thing to push.
  func send(
    _ arguments: [String], _ options: [String] = []
  ) throws(GitError) -> RemotePush {
    let leases = arguments.dropLast(), specification = arguments.suffix(1)
    let verb = unmirrored + ["push", "--porcelain", "--no-follow-tags"]
    let result = try run(
      verb + options.flatMap { ["-o", $0] } + leases + [pushRemote] + specification)
    if result.succeeded { return .done }
    let lines = String(decoding: result.standardOutput, as: UTF8.self).split(separator: "\n")
    guard let refusal = lines.first(where: { $0.hasPrefix("!") }) else {
      throw failure("push", result)
    }
    let words = redact(refusal.split(separator: "\t").last.map(String.init) ?? "")
    let said = said(words, result)
    return Self.isMoved(words) || Self.isLostRace(said) ? .moved : .refused(said)
  }

  /// Whether the words of git's own server mean that another push came first. A branch in the way
  /// of another one cannot be locked either, and that is a refusal.
  static func isLostRace(_ said: String) -> Bool {
    said.contains("failed to update ref") && said.contains("cannot lock ref")
      && ["reference already exists", "but expected", "unable to resolve reference"]
        .contains { said.contains($0) }
  }

  /// Whether a refusal means that somebody else was there first.
  static func isMoved(_ words: String) -> Bool {
    [
      "stale info", "fetch first", "cannot lock ref", "reference already exists",
      "failed to lock", "remote ref updated since checkout", "incorrect old value",
    ].contains { words.contains($0) }
  }

  /// The refusal and what the server printed, which names the rule or the hook.
  private func said(_ words: String, _ result: SubprocessResult) -> String {
    let printed = String(decoding: result.standardError, as: UTF8.self)
      .split(whereSeparator: \.isNewline).filter { $0.hasPrefix("remote:") }
      .map { $0.dropFirst(7).trimmingPrefix(while: \.isWhitespace) }
      .map { String($0).trimmedEnd() }.filter { !$0.isEmpty }
    return redact(([words] + printed.prefix(12)).joined(separator: ": "))
  }

  // MARK: Reading

  /// What a remote says of its references.
  struct Listing {
    var defaultBranch: String?
    var references: [String: ObjectID] = [:]
    var branches: Set<String> = []
  }

  /// The references of a remote by patterns.
  func list(_ remote: String, _ patterns: [String]) throws(GitError) -> Listing {
    let result = try run(["ls-remote", "--symref", remote] + patterns)
    guard result.succeeded else { throw failure("ls-remote", result) }
    var listing = Listing()
    for line in String(decoding: result.standardOutput, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: "\t")
      guard fields.count == 2 else { continue }
      if fields[1] == "HEAD", fields[0].hasPrefix("ref: refs/heads/") {
        listing.defaultBranch = String(fields[0].dropFirst("ref: refs/heads/".count))
      } else if let commit = ObjectID(String(fields[0])) {
        listing.references[String(fields[1])] = commit
        if fields[1].hasPrefix("refs/heads/") {
          listing.branches.insert(String(fields[1].dropFirst("refs/heads/".count)))
        }
      }
    }
    return listing
  }

  /// Fetches into references of the clone.
  func fetch(
    _ remote: String, _ specifications: [String], isPruning: Bool = false,
    deepening: Int? = nil
  ) throws(GitError) {
    var arguments = [
      "-c", "gc.auto=0", "-c", "maintenance.auto=false", "fetch", "--quiet", "--no-tags",
      "--no-write-fetch-head", "--recurse-submodules=no",
    ]
    if isPruning { arguments.append("--prune") }
    // A depth would count from the tips, and cut what a deeper clone has.
    if let deepening { arguments.append("--deepen=\(deepening)") }
    let result = try run(arguments + [remote] + specifications)
    guard result.succeeded else { throw failure("fetch", result) }
  }

  private func run(_ arguments: [String]) throws(GitError) -> SubprocessResult {
    do {
      return try git.result(
        ["--git-dir=" + location.gitFolder] + arguments, in: location.root, deadline: deadline,
        runsHooks: true)
    } catch {
      throw GitError(.remote, at: redact(remote), redact(error.detail))
    }
  }

  private func failure(_ verb: String, _ result: SubprocessResult) -> GitError {
    let lines = String(decoding: result.standardError, as: UTF8.self)
      .split(whereSeparator: \.isNewline)
    let first = lines.first { $0.hasPrefix("fatal:") || $0.hasPrefix("error:") } ?? lines.last
    let words = first.map { ": " + redact(String($0)) } ?? " and says nothing of why"
    return GitError(
      .remote, at: redact(remote), "'git \(verb)' failed\(words)",
      remedy: "run 'git \(verb) \(redact(remote))' there to see why")
  }
}

extension String {
  fileprivate func trimmedEnd() -> String {
    var text = self[...]
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}

extension GitProgram {
  /// The same program, which knows a password for one server and asks nobody else there.
  ///
  /// The empty helper takes back those of the configuration; the text of the other one holds the
  /// names of variables and no secret.
  ///
  /// - Parameter addresses: beginnings of addresses whose user and password are not to be used.
  func answering(
    _ server: String, user: String, password: String, overriding addresses: Set<String> = []
  ) -> GitProgram {
    let helper =
      "!f() { test \"$1\" = get || exit 0; echo \"username=$MIGRATE_REMOTE_USER\"; "
      + "echo \"password=$MIGRATE_REMOTE_PASSWORD\"; }; f"
    var settings = [("credential.\(server).helper", ""), ("credential.\(server).helper", helper)]
    for address in addresses.sorted() {
      settings.append(("url.\(RemoteAddress.withoutCredentials(address)).insteadOf", address))
    }
    let count = environment["GIT_CONFIG_COUNT"].flatMap { Int($0) } ?? 0
    var variables = [
      "GIT_CONFIG_COUNT": String(count + settings.count), "MIGRATE_REMOTE_USER": user,
      "MIGRATE_REMOTE_PASSWORD": password,
    ]
    for (offset, setting) in settings.enumerated() {
      variables["GIT_CONFIG_KEY_\(count + offset)"] = setting.0
      variables["GIT_CONFIG_VALUE_\(count + offset)"] = setting.1
    }
    return adding(variables)
  }
}
