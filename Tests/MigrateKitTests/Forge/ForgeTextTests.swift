import MigrateKit
import Testing

/// What differs between the forges in titles, texts and pages, over answers from a list.
@Suite struct ForgeTextTests {
  private func merge(_ title: String, _ more: String = "") -> String {
    #"{"iid":7,"state":"opened","title":"\#(title)","source_branch":"h","target_branch":"main","#
      + #""source_project_id":1\#(more)}"#
  }

  private func gitLab(_ steps: [ScriptedTransport.Step]) -> (GitLabForge, ScriptedTransport) {
    let transport = ScriptedTransport([.json(200, #"{"id":1}"#)] + steps)
    return (
      GitLabForge(
        project: "g/s/r", token: Secret("s3cret"), transport: transport, clock: transport.clock),
      transport
    )
  }

  @Test func everyMarkOfADraftIsTakenOff() throws {
    let table = [
      ("Draft: T", "T", true), ("draft:T", "T", true), ("[Draft] (draft) Draft: T", "T", true),
      ("Drafts: T", "Drafts: T", false), ("T Draft:", "T Draft:", false),
    ]
    for (title, plain, isDraft) in table {
      let (forge, _) = gitLab([.json(200, "[\(merge(title))]")])
      let pull = try #require(try forge.pullRequests(from: ["h"]).first)
      #expect(pull.title == plain && pull.isDraft == isDraft, "\(title)")
    }
    // What the server says is preferred to the title: `WIP` was a mark once.
    let (forge, _) = gitLab([.json(200, "[\(merge("T", #","draft":true"#))]")])
    #expect(try forge.pullRequests(from: ["h"]).first?.isDraft == true)
  }

  @Test func aLockedMergeRequestIsOpenAndABranchOfTheSameNameIsNotOurs() throws {
    let locked = merge("T").replacing("opened", with: "locked")
    let foreign = merge("T").replacing("_id\":1", with: "_id\":2")
    let (forge, _) = gitLab([.json(200, "[\(locked),\(foreign)]")])
    #expect(try forge.pullRequests(from: ["h"]).map(\.state) == [.open])
  }

  @Test func pagesAreNumberedWhateverTheLinkSays() throws {
    let more = [
      HTTPHeader("X-Next-Page", "2"), HTTPHeader("Link", "<http://internal/x>; rel=\"next\""),
    ]
    let (forge, transport) = gitLab([
      .json(200, "[\(merge("A"))]", more), .json(200, "[]", [HTTPHeader("X-Next-Page", "")]),
    ])
    _ = try forge.pullRequests(from: ["h"])
    #expect(
      transport.requests.last
        == "GET https://gitlab.com/api/v4/projects/g%2Fs%2Fr/merge_requests"
        + "?state=all&source_branch=h&per_page=100&page=2")
    let (linked, _) = gitLab([
      .json(200, "[]", [HTTPHeader("Link", "<https://evil.example/x>; rel=\"next\"")])
    ])
    #expect(throws: ForgeError.self) { try linked.pullRequests(from: ["h"]) }
  }

  @Test func nothingOfATextIsAnOrderToGitLab() throws {
    for text in ["/close", " /merge x", "\\/a", "a\n/b\n\\\\/c", "a /b\n// c\n/ d\n/1", "x\r\n/y"] {
      let (forge, transport) = gitLab([])
      try forge.comment(
        text, on: PullRequest(number: 1, head: "", base: "", title: "", body: ""))
      // The first answer is for a project; any will do.
      let sent = try #require(transport.requests.first)
      #expect(!sent.contains(#""/"#) && !sent.contains(#"\n/b"#) && !sent.contains(" /merge"))
    }
  }

  @Test func pagesForPeopleAreThoseOfTheServer() {
    let transport = ScriptedTransport([])
    let lab = GitLabForge(
      project: "g/s/r", fork: "me/r", base: "https://x.example/lab/api/v4", token: nil,
      transport: transport, clock: transport.clock)
    #expect(
      lab.page(toOpen: "migrate/a b", into: "main")
        == "https://x.example/lab/me/r/-/merge_requests/new?merge_request%5Bsource_branch%5D="
        + "migrate%2Fa%20b&merge_request%5Btarget_branch%5D=main")
    let gitea = GiteaForge(
      .forgejo, project: "o/r", fork: "me/r", base: "https://x.example/git/api/v1", token: nil,
      transport: transport, clock: transport.clock)
    #expect(gitea.name == "Forgejo")
    #expect(
      gitea.page(toOpen: "migrate/a b", into: "main")
        == "https://x.example/git/o/r/compare/main...me:migrate/a%20b")
  }

  @Test func labelsThatCannotBeMadeAreNoFailure() throws {
    let pull =
      #"{"number":7,"state":"open","title":"T","head":{"ref":"h"},"base":{"ref":"main"}}"#
    let transport = ScriptedTransport([
      .json(200, #"[{"id":3,"name":"other"}]"#, [HTTPHeader("X-Total-Count", "1")]),
      .json(200, #"[{"id":4,"name":"else"}]"#, [HTTPHeader("X-Total-Count", "1")]),
      .json(403, #"{"message":"no"}"#), .json(201, pull),
    ])
    let forge = GiteaForge(
      project: "o/r", base: "https://x.example/api/v1", token: nil, transport: transport,
      clock: transport.clock)
    let opened = try forge.open(
      NewPullRequest(
        head: "h", base: "main", title: "T", body: "B", isDraft: false, labels: ["migrate"]))
    #expect(opened.number == 7 && !opened.isDraft)
    #expect(transport.requests.last?.contains("labels") == false)
    #expect(transport.requests.dropFirst().first?.contains("/orgs/o/labels") == true)
  }
}
