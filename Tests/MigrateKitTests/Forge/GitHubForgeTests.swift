import MigrateKit
import Testing

@Suite struct GitHubForgeTests {
  private static let pull =
    #"{"number":7,"node_id":"PR_7","state":"open","draft":true,"title":"T","body":null,"#
    + #""labels":[{"name":"migrate"}],"head":{"ref":"migrate/r","label":"o:migrate/r","sha":"c"},"#
    + #""base":{"ref":"main"},"created_at":"2027-01-15T08:00:00Z","html_url":"https://x/7"}"#
  private static let request = NewPullRequest(
    head: "migrate/r", base: "main", title: "T", body: "B", isDraft: true)

  private func forge(
    _ transport: ScriptedTransport, headOwner: String? = nil,
    base: String = GitHubForge.standardBase
  ) -> GitHubForge {
    GitHubForge(
      project: "o/r", headOwner: headOwner, base: base, token: Secret("s3cret"),
      transport: transport, clock: transport.clock)
  }

  private func error(_ body: () throws -> Void) -> ForgeError? {
    do {
      try body()
      return nil
    } catch {
      return error as? ForgeError
    }
  }

  @Test func listsThePullRequestsOfABranchToTheLastPage() throws {
    let next = HTTPHeader(
      "Link",
      "<https://api.github.com/x?page=1>; rel=\"prev\", <https://api.github.com/x?page=2>; rel=\"next\""
    )
    let transport = ScriptedTransport([
      .json(200, "[\(Self.pull)]", [next]),
      .json(200, "[\(Self.pull.replacing("o:migrate/r", with: "thief:migrate/r"))]"),
    ])
    let pulls = try forge(transport).pullRequests(from: ["migrate/r"])
    #expect(pulls.map(\.number) == [7], "the branch of another owner is not ours")
    #expect(pulls.first?.openedAt == 1_800_000_000 && pulls.first?.isDraft == true)
    #expect(
      transport.requests == [
        "GET https://api.github.com/repos/o/r/pulls?state=all&head=o%3Amigrate%2Fr&per_page=100",
        "GET https://api.github.com/x?page=2",
      ])
  }

  @Test func opensFromAForkIntoTheProject() throws {
    let transport = ScriptedTransport([.json(201, Self.pull)])
    _ = try forge(transport, headOwner: "me").open(Self.request)
    #expect(
      transport.requests == [
        "POST https://api.github.com/repos/o/r/pulls "
          + #"{"base":"main","body":"B","draft":true,"head":"me:migrate/r","#
          + #""maintainer_can_modify":true,"title":"T"}"#
      ])
  }

  @Test func opensAsReadyWhereThereAreNoDrafts() throws {
    let refusal =
      #"{"message":"Validation Failed","errors":[{"message":"Draft pull requests are not supported in this repository."}]}"#
    let transport = ScriptedTransport([.json(422, refusal), .json(201, Self.pull)])
    _ = try forge(transport).open(Self.request)
    #expect(transport.requests.last?.contains(#""draft":false"#) == true)
  }

  @Test func changesDraftsThroughTheServersOwnGraphQL() throws {
    for (base, graph) in [
      (GitHubForge.standardBase, "https://api.github.com/graphql"),
      ("https://git.example.com/api/v3/", "https://git.example.com/api/graphql"),
    ] {
      let transport = ScriptedTransport([.json(200, "{}"), .json(200, "{}")])
      let pull = PullRequest(
        number: 7, reference: "PR_7", head: "h", base: "main", title: "", body: "")
      try forge(transport, base: base).change(
        pull, PullRequestChange(body: "B", isDraft: false, closes: true))
      #expect(transport.requests.first?.hasPrefix("POST \(graph) ") == true)
      #expect(transport.requests.first?.contains("markPullRequestReadyForReview") == true)
      #expect(
        transport.requests.last?.hasSuffix(
          #"/repos/o/r/pulls/7 {"body":"B","state":"closed"}"#) == true)
    }
    let refused = ScriptedTransport([
      .json(200, #"{"errors":[{"message":"not allowed","type":"FORBIDDEN"}]}"#)
    ])
    let pull = PullRequest(number: 7, head: "h", base: "main", title: "", body: "")
    #expect(
      error { try forge(refused).change(pull, PullRequestChange(isDraft: true)) }?.cause
        == .forbidden)
  }

  @Test func namesEveryKindOfRefusalInTheServersWords() {
    let table: [(Int, String, ForgeError.Cause, String)] = [
      (401, #"{"message":"Bad credentials"}"#, .unauthorized, "Bad credentials"),
      (403, #"{"message":"Resource not accessible"}"#, .forbidden, "Resource not accessible"),
      (404, #"{"message":"Not Found"}"#, .notFound, "Not Found"),
      (409, #"{"message":"Conflict"}"#, .alreadyThere, "Conflict"),
      (410, #"{"message":"Issues are disabled"}"#, .gone, "Issues are disabled"),
      (
        422, #"{"message":"Validation Failed","errors":[{"field":"head","code":"invalid"}]}"#,
        .invalid, "Validation Failed: code invalid field head"
      ),
      (
        422,
        #"{"message":"Validation Failed","errors":[{"message":"A pull request already exists for o:x."}]}"#,
        .alreadyThere, "already exists"
      ),
      (400, "<html>no</html>", .invalid, "<html>no</html>"),
    ]
    for (status, body, cause, words) in table {
      let transport = ScriptedTransport([.json(status, body)])
      let found = error { _ = try forge(transport).open(Self.request) }
      #expect(found?.cause == cause && found?.detail.contains(words) == true, "\(status)")
      #expect(transport.requests.count == 1, "a refusal is not asked again")
    }
    let forbidden = ScriptedTransport([
      .json(
        403, #"{"message":"GitHub Actions is not permitted to create or approve pull requests."}"#)
    ])
    #expect(
      error { _ = try forge(forbidden).open(Self.request) }?.remedy.contains("settings") == true)
  }

  @Test func waitsAsLongAsTheServerAsksAndNotLonger() throws {
    let after = HTTPHeader("Retry-After", "17")
    let secondary = #"{"message":"You have exceeded a secondary rate limit"}"#
    let transport = ScriptedTransport([
      .json(429, "{}", [after]), .json(403, secondary), .json(201, Self.pull),
    ])
    _ = try forge(transport).open(Self.request)
    #expect(transport.waits.withLock { $0.contains(17) && $0.contains(60) })
    let primary = ScriptedTransport([
      .json(
        403, "{}",
        [
          HTTPHeader("X-RateLimit-Remaining", "0"), HTTPHeader("X-RateLimit-Reset", "1800003600"),
        ])
    ])
    let found = error { _ = try forge(primary).project() }
    #expect(found?.cause == .limited && found?.retryAfter == 3600)
    #expect(primary.waits.withLock { $0.isEmpty }, "an hour is for the next run")
  }

  @Test func repeatsWhatMayBeRepeated() throws {
    let repository = #"{"default_branch":"trunk","has_issues":false,"archived":false}"#
    let reading = ScriptedTransport([
      .json(502, ""), .failure(HTTPError("closed", mayHaveArrived: true)),
      .json(200, repository),
    ])
    #expect(
      try forge(reading).project() == ForgeProject(defaultBranch: "trunk", hasIssues: false))
    let never = ScriptedTransport([.json(500, "{}"), .json(201, Self.pull)])
    #expect(error { _ = try forge(never).open(Self.request) }?.cause == .unavailable)
    #expect(never.requests.count == 1, "it may have been opened")
    let unsent = ScriptedTransport([
      .failure(HTTPError("no route", mayHaveArrived: false)), .json(201, Self.pull),
    ])
    _ = try forge(unsent).open(Self.request)
    let dead = ScriptedTransport(Array(repeating: .json(503, "{}"), count: 9))
    #expect(error { _ = try forge(dead).project() }?.cause == .unavailable)
    #expect(dead.requests.count == 4)
  }

  @Test func spacesRequestsThatWrite() throws {
    let transport = ScriptedTransport([.json(201, "{}"), .json(201, "{}"), .json(200, "[]")])
    let pull = PullRequest(number: 7, head: "h", base: "main", title: "", body: "")
    let forge = forge(transport)
    try forge.comment("a", on: pull)
    try forge.comment("b", on: pull)
    _ = try forge.comments(on: pull)
    #expect(transport.waits.withLock { $0 } == [1])
  }

  @Test func aListWithoutAnEndIsAnErrorAndNoPartOfItIsTaken() throws {
    func page(_ number: Int) -> ScriptedTransport.Step {
      .json(
        200, "[\(Self.pull)]",
        [HTTPHeader("Link", "<https://api.github.com/x?page=\(number)>; rel=\"next\"")])
    }
    let endless = ScriptedTransport((0..<200).map(page))
    let problem = error { _ = try forge(endless).pullRequests(from: ["migrate/r"]) }
    #expect(problem?.cause == .malformed)
    #expect(problem?.description.contains("goes on after 100 pages") == true, "\(problem as Any)")
    #expect(endless.requests.count == 100)
    let round = ScriptedTransport([page(2), page(3), page(2), page(3)])
    let loop = error { _ = try forge(round).pullRequests(from: ["migrate/r"]) }
    #expect(loop?.description.contains("follows itself") == true, "\(loop as Any)")
    // Each list has an end, but there is no end of them.
    let many = ScriptedTransport(
      (0..<20).flatMap { _ in (1..<60).map(page) + [ScriptedTransport.Step.json(200, "[]")] })
    let sum = error {
      _ = try forge(many).pullRequests(from: (0..<20).map { "migrate/\($0)" })
    }
    #expect(sum?.description.contains("after 500 pages") == true, "\(sum as Any)")
    #expect(many.requests.count < 520)
  }

  @Test func redirectionsWithoutAnEndAreNamed() {
    let again = HTTPHeader("Location", "https://api.github.com/again")
    let transport = ScriptedTransport(Array(repeating: .json(302, "", [again]), count: 9))
    let problem = error { _ = try forge(transport).project() }
    #expect(problem?.description.contains("redirects again and again") == true)
    #expect(transport.requests.count == 4)
  }

  @Test func sendsItsTokenToItsOwnServerOnly() {
    let elsewhere = HTTPHeader("Location", "https://evil.example/repos/o/r")
    let moved = ScriptedTransport([.json(301, "{}", [elsewhere]), .json(200, "{}")])
    #expect(error { _ = try forge(moved).project() }?.cause == .malformed)
    #expect(moved.requests.count == 1)
    let renamed = HTTPHeader("Location", "https://api.github.com/repositories/1")
    let followed = ScriptedTransport([
      .json(301, "{}", [renamed]), .json(200, #"{"default_branch":"main"}"#),
    ])
    #expect(error { _ = try forge(followed).project() } == nil)
    let paged = ScriptedTransport([
      .json(200, "[]", [HTTPHeader("Link", "<https://api.github.com.evil/x>; rel=\"next\"")])
    ])
    #expect(error { _ = try forge(paged).pullRequests(from: ["a"]) }?.cause == .malformed)
  }

  @Test func neverTellsItsToken() {
    let echo = ScriptedTransport([
      .json(400, #"{"message":"what is s3cret?"}"#),
      .failure(HTTPError("tried s3cret", mayHaveArrived: true)),
      .json(200, "s3cret"),
    ])
    let forge = forge(echo)
    for _ in 0..<3 {
      let found = error { _ = try forge.open(Self.request) }
      #expect(found.map { "\($0)".contains("s3cret") } == false)
    }
    var dumped = ""
    dump(Secret("s3cret"), to: &dumped)
    dump(forge, to: &dumped)
    #expect(!dumped.contains("s3cret"))
  }

  @Test func anAnswerThatIsNotTheApisIsNamed() {
    let html = ScriptedTransport([.json(200, "<html></html>")])
    #expect(error { _ = try forge(html).project() }?.cause == .malformed)
    let lacking = ScriptedTransport([.json(200, "{}")])
    #expect(
      error { _ = try forge(lacking).project() }?.detail.contains("defaultBranch") == true)
  }

  @Test func aTokenOfAnAppHasNoAccount() throws {
    let app = ScriptedTransport([.json(403, #"{"message":"Resource not accessible"}"#)])
    #expect(try forge(app).account() == nil)
  }

  @Test func findsIssuesButNotPullRequestsAmongThem() throws {
    let issues =
      #"[{"number":9,"title":"b","body":null,"state":"closed"},"#
      + #"{"number":3,"title":"a","state":"open","pull_request":{}}]"#
    let transport = ScriptedTransport([.json(200, issues)])
    let found = try forge(transport).issues(.labelled("migrate"))
    #expect(found == [ForgeIssue(number: 9, title: "b", body: "", isOpen: false)])
  }

  @Test func labelsThatAreForbiddenOrGoneAreNoFailure() throws {
    let transport = ScriptedTransport([.json(201, Self.pull), .json(403, "{}"), .json(404, "{}")])
    let forge = forge(transport)
    var request = Self.request
    request.labels = ["migrate"]
    let pull = try forge.open(request)
    try forge.removeLabel("migrate:rebuild", from: pull)
    #expect(transport.requests.last?.hasSuffix("/issues/7/labels/migrate%3Arebuild") == true)
  }
}
