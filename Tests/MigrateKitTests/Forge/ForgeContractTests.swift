import Foundation
import MigrateKit
import Synchronization
import Testing

/// Every forge, through the real transport, against servers that check what is sent by schemas of
/// others and answer by them.
@Suite struct ForgeContractTests {
  private static let kinds: [ForgeKind] = [.github, .gitlab, .gitea, .forgejo]

  /// What a client waited for.
  private final class Waits: Sendable {
    let seconds = Mutex<[Int64]>([])
  }

  /// A server, the repository that its branches are in, and a client.
  private final class Setup {
    let kind: ForgeKind
    let temporary: TemporaryRepository
    let server: ContractServer
    let waits = Waits()

    init(_ kind: ForgeKind) throws {
      self.kind = kind
      temporary = try TemporaryRepository(["--bare"])
      server = try ContractServer(kind, repository: temporary.path)
      try commit("main", "x")
      for name in ["a", "b"] { try commit("migrate/\(name)", name) }
    }

    func commit(_ branch: String, _ text: String) throws {
      try temporary.git(
        ["fast-import", "--quiet", "--force"],
        input: "commit refs/heads/\(branch)\ncommitter A <a@b> 1700000001 +0000\ndata 1\n\(text)\n")
    }

    var project: String { kind == .gitlab ? "group/sub/r" : "o/r" }

    func forge(fork: String? = nil, project: String? = nil, token: String? = nil) -> any Forge {
      let transport = CurlTransport(
        environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"],
        temporaryFolder: temporary.container)
      let clock = ForgeClock(
        now: { Int64(Date().timeIntervalSince1970) },
        wait: { [waits] seconds in waits.seconds.withLock { $0.append(seconds) } })
      let token = Secret(token ?? server.token)
      let project = project ?? self.project
      let base = server.base
      switch kind {
      case .gitlab:
        return GitLabForge(
          project: project, fork: fork, base: base, token: token, transport: transport,
          clock: clock)
      case .gitea, .forgejo:
        return GiteaForge(
          kind, project: project, fork: fork, base: base, token: token, transport: transport,
          clock: clock)
      case .github, .gerrit, .gitlabPush, .none:
        return GitHubForge(
          project: project, headOwner: fork?.split(separator: "/").first.map(String.init),
          base: base, token: token, transport: transport, clock: clock)
      }
    }
  }

  private func request(_ branch: String, isDraft: Bool = true) -> NewPullRequest {
    NewPullRequest(
      head: branch, base: "main", title: "Use the new bar",
      body: "Line one.\n\n/close\n  /merge now\n\\/assign me\n<!-- migrate: {\"a\":1} -->\n",
      isDraft: isDraft, labels: ["migrate", "ünïcode label"])
  }

  @Test(arguments: Self.kinds) func aPullRequestLivesItsLife(_ kind: ForgeKind) throws {
    let setup = try Setup(kind)
    let forge = setup.forge()
    let project = try forge.project()
    #expect(project == ForgeProject(defaultBranch: "main"))
    #expect(try forge.account() == "bot")
    #expect(try forge.pullRequests(from: ["migrate/a"]).isEmpty)

    let asked = request("migrate/a")
    let opened = try forge.open(asked)
    #expect(opened.isDraft && opened.title == asked.title && opened.body == asked.body)
    #expect(opened.state == .open && opened.head == "migrate/a" && opened.base == "main")
    #expect(opened.headCommit == (try setup.temporary.git("rev-parse", "migrate/a")))
    let kept = try setup.server.item(opened.number)
    let title = try #require(kept["title"] as? String)
    let prefix = [.gitlab: "Draft: ", .gitea: "WIP: ", .forgejo: "WIP: "][kind] ?? ""
    #expect(title == prefix + asked.title)
    let labels = try #require(kept["labels"] as? [String])
    #expect(Set(labels) == Set(asked.labels))

    func found() throws -> PullRequest {
      try #require(
        try forge.pullRequests(from: ["migrate/a", "other"]).first { $0.number == opened.number })
    }
    #expect(try found().body == asked.body && Set(asked.labels) == found().labels)

    // The title of a draft changes, and it stays one; then it is ready.
    try forge.change(found(), PullRequestChange(title: "Use the newest bar"))
    #expect(try found().isDraft && found().title == "Use the newest bar")
    let new = "Another text.\n/close\n"
    try forge.change(found(), PullRequestChange(body: new, isDraft: false))
    #expect(try !found().isDraft && found().title == "Use the newest bar" && found().body == new)
    #expect(try setup.server.item(opened.number)["title"] as? String == "Use the newest bar")
    try forge.change(found(), PullRequestChange(isDraft: true))
    #expect(try found().isDraft)
    try forge.change(found(), PullRequestChange(base: "migrate/b"))
    #expect(try found().base == "migrate/b" && found().state == .open)

    try setup.server.act("label", opened.number, ["label": "migrate:rebuild"])
    #expect(try found().labels.contains("migrate:rebuild"))
    try forge.removeLabel("migrate:rebuild", from: found())
    try forge.removeLabel("migrate:rebuild", from: found())
    #expect(try found().labels == Set(asked.labels))

    // The branch goes on, and goes away.
    try setup.commit("migrate/a", "y")
    #expect(try found().headCommit == setup.temporary.git("rev-parse", "migrate/a"))
    try forge.change(found(), PullRequestChange(closes: true))
    try setup.temporary.git("branch", "-D", "migrate/a")
    let closed = try found()
    #expect(closed.state == .closed && closed.closedAt ?? 0 > closed.openedAt)
    #expect(closed.head == "migrate/a")
    try setup.server.expectNoViolations()
  }

  @Test(arguments: Self.kinds) func listsAreReadToTheirLastPage(_ kind: ForgeKind) throws {
    let setup = try Setup(kind)
    let forge = setup.forge()
    let pull = try forge.open(request("migrate/a", isDraft: false))
    #expect(!pull.isDraft)
    for number in 1...8 { try forge.comment("said \(number) <!-- x -->\n/close", on: pull) }
    try setup.server.act("comment", pull.number, ["body": "changed the title", "system": true])
    let comments = try forge.comments(on: pull)
    let spoken = kind == .gitlab ? comments : comments.filter { $0 != "changed the title" }
    #expect(spoken == (1...8).map { "said \($0) <!-- x -->\n/close" })
    // Pages hold three.
    for index in 0..<7 {
      try setup.server.act(
        "add pull", nil,
        [
          "head": index.isMultiple(of: 2) ? "migrate/b" : "theirs/\(index)",
          "from_fork": index == 4, "is_open": false,
        ])
    }
    let found = try forge.pullRequests(from: ["migrate/a", "migrate/b"])
    #expect(found.map(\.head) == ["migrate/a", "migrate/b", "migrate/b", "migrate/b"])
    #expect(found.map(\.number) == found.map(\.number).sorted())
    #expect(found.dropFirst().allSatisfy { $0.state == .closed })
    try setup.server.act("merge", pull.number)
    #expect(try forge.pullRequests(from: ["migrate/a"]).map(\.state) == [.merged])
    try setup.server.expectNoViolations()
  }

  @Test(arguments: Self.kinds) func theDashboardIsFoundAmongTheIssues(_ kind: ForgeKind) throws {
    let setup = try Setup(kind)
    let forge = setup.forge()
    _ = try forge.open(request("migrate/a"))
    for number in 1...4 { try setup.server.act("add issue", nil, ["title": "theirs \(number)"]) }
    #expect(try forge.issues(.labelled("migrate")).isEmpty)
    #expect(try forge.issues(.openedBy("bot")).isEmpty)
    let opened = try forge.openIssue(
      title: "Dashboard", body: "- [ ] a\n/close\n", label: "migrate")
    #expect(opened.isOpen && opened.body == "- [ ] a\n/close\n")
    for number in 5...9 {
      try setup.server.act("add issue", nil, ["title": "\(number)", "labels": ["migrate"]])
    }
    let labelled = try forge.issues(.labelled("migrate"))
    #expect(labelled.count == 6 && labelled.first == opened)
    try forge.changeIssue(opened, body: "- [x] a\n", isOpen: nil)
    try forge.changeIssue(opened, body: nil, isOpen: false)
    let mine = try forge.issues(.openedBy("bot"))
    #expect(mine.map(\.body) == ["- [x] a\n"] && mine.map(\.isOpen) == [false])
    try forge.changeIssue(opened, body: nil, isOpen: true)
    #expect(try forge.issues(.openedBy("bot")).map(\.isOpen) == [true])
    try setup.server.act("setting", nil, ["has_issues": false, "default_branch": "trunk"])
    #expect(try forge.project() == ForgeProject(defaultBranch: "trunk", hasIssues: false))
    try setup.server.act("setting", nil, ["archived": true])
    #expect(try forge.project().isArchived)
    try setup.server.expectNoViolations()
  }

  @Test(arguments: Self.kinds) func aForkOpensItsBranchInTheProject(_ kind: ForgeKind) throws {
    let setup = try Setup(kind)
    let forge = setup.forge(fork: "me/r")
    let opened = try forge.open(request("migrate/a"))
    #expect(try setup.server.item(opened.number)["from_fork"] as? Bool == true)
    try setup.server.act("add pull", nil, ["head": "migrate/a", "is_open": false])
    #expect(try forge.pullRequests(from: ["migrate/a"]).map(\.number) == [opened.number])
    #expect(try setup.forge().pullRequests(from: ["migrate/a"]).map(\.number) != [opened.number])
    let page = try #require(forge.page(toOpen: "migrate/a", into: "main"))
    #expect(page.contains("me"), "\(page)")
    #expect(page.hasPrefix("http://127.0.0.1:"), "\(page)")
    try setup.server.expectNoViolations()
  }

  @Test(arguments: Self.kinds) func refusalsHaveOneMeaningEverywhere(_ kind: ForgeKind) throws {
    let setup = try Setup(kind)
    let forge = setup.forge()
    func cause(_ body: () throws -> Void) -> ForgeError? {
      do {
        try body()
        return nil
      } catch {
        return error as? ForgeError
      }
    }
    _ = try forge.open(request("migrate/a"))
    let twice = cause { _ = try forge.open(request("migrate/a")) }
    #expect(twice?.cause == .alreadyThere && twice?.detail.contains("already exists") == true)
    let nowhere = cause { _ = try forge.open(request("migrate/none")) }
    #expect([.invalid, .notFound].contains(nowhere?.cause), "\(String(describing: nowhere))")
    #expect(cause { _ = try setup.forge(token: "wrong").project() }?.cause == .unauthorized)
    #expect(cause { _ = try setup.forge(project: "o/none").project() }?.cause == .notFound)
    try setup.server.act("setting", nil, ["may_open": false])
    let forbidden = cause { _ = try forge.open(request("migrate/b")) }
    #expect(forbidden?.cause == .forbidden && forbidden?.remedy.isEmpty == false)
    try setup.server.act("setting", nil, ["may_open": true])

    // Limits, with what each kind of server says about them.
    let soon = String(Int64(Date().timeIntervalSince1970) + 3600)
    let limits: [([String: String], Int64)] = [
      (["Retry-After": "7"], 7), (["RateLimit-Remaining": "0", "RateLimit-Reset": "9"], 9),
      ([:], 60),
    ]
    for (headers, seconds) in limits {
      try setup.server.control(
        "fail", ["match": "GET .*", "status": 429, "headers": headers, "body": ["message": "slow"]])
      _ = try forge.project()
      #expect(setup.waits.seconds.withLock { $0.last } == seconds, "\(headers)")
    }
    try setup.server.control(
      "fail", ["match": "GET .*", "status": 429, "headers": ["RateLimit-Reset": soon]])
    let limited = cause { _ = try forge.project() }
    #expect(limited?.cause == .limited && (3590...3600).contains(limited?.retryAfter ?? 0))

    // What fails for a moment is asked again; what may have been done is not done twice.
    try setup.server.control("fail", ["match": "GET .*", "status": 502, "times": 2])
    #expect(try forge.project().defaultBranch == "main")
    try setup.server.control("fail", ["match": "GET .*", "status": 0, "times": 1])
    #expect(try forge.account() == "bot")
    try setup.server.control(
      "fail", ["match": "POST .*(pulls|merge_requests)$", "status": 504, "late": true])
    #expect(cause { _ = try forge.open(request("migrate/b")) }?.cause == .unavailable)
    #expect(try forge.pullRequests(from: ["migrate/b"]).count == 1)
    let again = cause { _ = try forge.open(request("migrate/b")) }
    #expect(again?.cause == .alreadyThere, "the next run finds it")
    try setup.server.expectNoViolations()
  }

  @Test(arguments: Self.kinds) func theServerFindsWhatItIsThereFor(_ kind: ForgeKind) throws {
    let setup = try Setup(kind)
    let transport = CurlTransport(
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"],
      temporaryFolder: setup.temporary.container)
    let scheme = kind == .gitlab || kind == .github ? "Bearer " : "token "
    let secret = try #require(Secret(setup.server.token))
    let list =
      kind == .gitlab ? "/projects/group%2Fsub%2Fr/issues" : "/repos/o/r/issues"
    let text = kind == .gitlab ? "description" : "body"
    let wrong: [(String, String, String?, String)] = [
      ("GET", list + "?nonsense=1", nil, "there is no parameter 'nonsense'"),
      ("POST", list, #"{"titel":"x"}"#, "title"),
      ("POST", list, #"{"title":"x","lables":"y"}"#, "lables"),
      ("POST", list, #"{"title":"x","\#(text)":7}"#, text),
      ("GET", "/nowhere/at/all", nil, "there is no such operation"),
      ("GET", list + "?page=" + setup.server.token, nil, "tells the token"),
    ]
    for (method, path, body, words) in wrong {
      let before = try setup.server.control("report")["violations"] as? [String] ?? []
      _ = try transport.send(
        HTTPRequest(
          method, setup.server.base + path,
          headers: [HTTPHeader("Content-Type", "application/json")],
          credentials: HTTPCredentials(scheme: scheme, secret), body: body.map { Array($0.utf8) }))
      let after = try setup.server.control("report")["violations"] as? [String] ?? []
      #expect(after.dropFirst(before.count).contains { $0.contains(words) }, "\(path) \(after)")
    }
  }
}
