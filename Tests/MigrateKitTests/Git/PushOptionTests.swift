import Foundation
import MigrateKit
import Testing

/// Merge requests by push options, which a hook of the server writes down.
@Suite struct PushOptionTests {
  private let world: SimulatedWorld
  private let seen: String

  init() throws {
    world = try SimulatedWorld()
    seen = world.repository.container + "/options"
    try world.repository.git("config", "receive.advertisePushOptions", "true")
    let hook = world.repository.path + "/hooks/post-receive"
    try """
    #!/bin/sh
    sed "s/^/ref: /" >> '\(seen)'
    i=0
    while [ "$i" -lt "${GIT_PUSH_OPTION_COUNT:-0}" ]; do
      eval "echo \\"\\$GIT_PUSH_OPTION_$i\\"" >> '\(seen)'
      i=$((i + 1))
    done

    """.write(toFile: hook, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: hook)
  }

  private func run(_ change: (inout BotPolicy) -> Void = { _ in }) throws -> BotReport {
    let folder = world.repository.container + "/" + UUID().uuidString
    try world.repository.git(["clone", "-q", "--bare", "file://" + world.repository.path, folder])
    let clone = try world.repository.open(folder).location
    var policy = BotPolicy()
    policy.proposesByPush = true
    change(&policy)
    let signature = Signature(name: "Bot", email: "bot@example.org", time: Timestamp(seconds: 0))
    let bot = Bot(
      location: clone, remote: try GitRemote(clone, remote: "origin", opensMergeRequests: true),
      forge: nil, policy: policy, planner: SimulatedPlanner().at(clone), wording: BotWords(),
      identity: CommitIdentity(author: signature, committer: signature), now: world.clock.now)
    let report = try bot.perform(try bot.prepare())
    world.advance(3600)
    return report
  }

  private func lines() throws -> [String] {
    try String(contentsOfFile: seen, encoding: .utf8).split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix("ref:") }
  }

  @Test func aNewBranchIsPushedWithEverythingAMergeRequestNeeds() throws {
    let report = try run { $0.openLimit = 2 }
    #expect(report.branches.map(\.reason) == ["", "", "openLimit"])
    #expect(
      try lines() == [
        "merge_request.create", "merge_request.target=main", "merge_request.title=Rename oldA",
        "merge_request.description=Renames.", "merge_request.remove_source_branch",
        "merge_request.label=migrate", "merge_request.draft",
        "merge_request.create", "merge_request.target=main", "merge_request.title=Rename oldB",
        "merge_request.description=Renames.", "merge_request.remove_source_branch",
        "merge_request.label=migrate", "merge_request.draft",
      ])
  }

  @Test func aBranchThatIsMovedOpensNothingAgain() throws {
    _ = try run()
    let before = try lines()
    let main = try #require(try world.tip("main"))
    let text = try world.text("A.swift", at: main).replacing("{ oldA", with: "{ /* x */ oldA")
    try world.move("main", to: try world.commit(on: main, ["A.swift": text]))
    let report = try run { $0.openLimit = 2 }
    #expect(report.branches.first?.steps == ["push conflicts"])
    #expect(try lines() == before)
  }

  @Test func aServerWithoutPushOptionsIsNamed() throws {
    try world.repository.git("config", "receive.advertisePushOptions", "false")
    let report = try run()
    #expect(report.isRefused)
    #expect(report.problems.contains { $0.contains("push options") }, "\(report.problems)")
  }

  @Test func textsCannotAddOptionsOfTheirOwn() {
    let proposal = PushProposal(
      title: "a\nmerge_request.merge_when_pipeline_succeeds", text: "b\r\nc\u{2028}d", base: "main",
      trunk: "main", isDraft: false, label: "l\nm")
    #expect(proposal.title == "a merge_request.merge_when_pipeline_succeeds")
    #expect(proposal.text == "b c d" && proposal.label == "l m")
  }
}
