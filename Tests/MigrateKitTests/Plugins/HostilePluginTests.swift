import Foundation
import MigrateKit
import Testing

/// Whatever a plugin does with one file, that file is a skip that says so, the others are done, and
/// nothing is left running.
@Suite struct HostilePluginTests {
  struct Misbehaviour: Sendable, CustomTestStringConvertible {
    var mode: String
    var reason: String
    var detail: String
    var testDescription: String { mode }

    init(_ mode: String, _ reason: String, _ detail: String) {
      self.mode = mode
      self.reason = reason
      self.detail = detail
    }
  }

  private static let faults: [Misbehaviour] = [
    // Ending and hanging
    Misbehaviour("crash", "pluginCrashed", "was ended by signal 11 before it answered"),
    Misbehaviour("abort", "pluginCrashed", "was ended by signal 6 before it answered"),
    Misbehaviour("exit", "pluginCrashed", "ended with status 0 before it answered"),
    Misbehaviour(
      "fail", "pluginCrashed", "ended with status 3 before it answered; it said: out of"),
    Misbehaviour("closes-output", "pluginCrashed", "closed its output before it answered"),
    Misbehaviour("hang", "pluginTimedOut", "gave no answer within 900 ms"),
    Misbehaviour("hang-hard", "pluginTimedOut", "gave no answer"),
    Misbehaviour("stop", "pluginTimedOut", "gave no answer"),
    Misbehaviour("busy", "pluginTimedOut", "gave no answer"),
    Misbehaviour("drip", "pluginTimedOut", "gave no answer"),
    Misbehaviour("child-keeps-output", "pluginCrashed", "ended with status 0 before it answered"),
    Misbehaviour("daemon-then-crash", "pluginCrashed", "was ended by signal 9"),
    // No message
    Misbehaviour("garbage", "pluginBadReply", "is no message: the line is no JSON"),
    Misbehaviour("binary", "pluginBadReply", "is no message: the line is not UTF-8 text"),
    Misbehaviour("empty", "pluginBadReply", "is no message: the line is no JSON"),
    Misbehaviour("nothing-json", "pluginBadReply", "is no message"),
    Misbehaviour("list-json", "pluginBadReply", "is no message"),
    Misbehaviour("half", "pluginBadReply", "is no message"),
    Misbehaviour("deep", "pluginBadReply", "is no message"),
    Misbehaviour("big-number", "pluginBadReply", "is no message"),
    Misbehaviour("fraction", "pluginBadReply", "is no message"),
    Misbehaviour("no-id", "pluginBadReply", "'id' is missing"),
    Misbehaviour("no-findings", "pluginBadReply", "'findings' is missing"),
    Misbehaviour("text-range", "pluginBadReply", "'findings[0].byteRange'"),
    Misbehaviour("unknown-type", "pluginBadReply", "unknown message 'exec'"),
    Misbehaviour("unknown-key", "pluginBadReply", "unknown key 'edit'; did you mean 'edits'"),
    // The wrong message
    Misbehaviour("wrong-id", "pluginBadReply", "answered request"),
    Misbehaviour("old-id", "pluginBadReply", "answered request"),
    Misbehaviour("twice", "pluginBadReply", "more than one line for one request"),
    Misbehaviour("more", "pluginBadReply", "more than one line for one request"),
    Misbehaviour("hello-again", "pluginBadReply", "answered 'hello' where 'findings'"),
    // Too much
    Misbehaviour("long-line", "pluginReplyTooLarge", "more than 300000 bytes"),
    Misbehaviour("endless", "pluginReplyTooLarge", "more than 300000 bytes"),
    Misbehaviour("many", "pluginReplyTooLarge", "more than 1000 findings"),
    Misbehaviour("many-left", "pluginReplyTooLarge", "more than 1000 findings"),
    // Lies
    Misbehaviour("outside", "pluginBadFinding", "'findings[0].edits[0].byteRange' must be two"),
    Misbehaviour("far-outside", "pluginBadFinding", "must be two byte offsets"),
    Misbehaviour("negative", "pluginBadFinding", "must be two byte offsets"),
    Misbehaviour("reversed", "pluginBadFinding", "must be two byte offsets"),
    Misbehaviour("three-numbers", "pluginBadFinding", "must be two byte offsets"),
    Misbehaviour("one-number", "pluginBadFinding", "must be two byte offsets"),
    Misbehaviour("bad-range", "pluginBadFinding", "'findings[0].byteRange' must be two"),
    Misbehaviour("inside-character", "pluginBadFinding", "is inside a character"),
    Misbehaviour("ends-inside-character", "pluginBadFinding", "is inside a character"),
    Misbehaviour("range-in-character", "pluginBadFinding", "is inside a character"),
    Misbehaviour("overlap", "pluginBadFinding", "'findings[0].edits' overlap"),
    Misbehaviour("two-insertions", "pluginBadFinding", "'findings[0].edits' overlap"),
    Misbehaviour("nul", "pluginBadFinding", "holds a NUL character"),
    Misbehaviour("long-message", "pluginBadFinding", "'findings[0].message' must be one line"),
    Misbehaviour("two-lines", "pluginBadFinding", "must be one line"),
    Misbehaviour("escape", "pluginBadFinding", "must be one line"),
    Misbehaviour("no-message", "pluginBadFinding", "must be one line"),
    Misbehaviour("bad-level", "pluginBadFinding", "must be 'note', 'warning' or 'error'"),
    Misbehaviour("bad-safety", "pluginBadFinding", "must be 'safe' or 'review' with edits"),
    Misbehaviour("advice-edits", "pluginBadFinding", "must be 'safe' or 'review' with edits"),
    Misbehaviour("bad-reason", "pluginBadFinding", "must be a word in lower camel case"),
    Misbehaviour("replace-place", "pluginBadFinding", "where an expression or a statement does"),
    Misbehaviour("replace-code", "pluginBadFinding", "'findings[0].replace': "),
    Misbehaviour("replace-gate", "pluginBadFinding", "must be 'statement' or 'view'"),
    Misbehaviour("replace-view", "pluginBadFinding", "it must be a modifier"),
    Misbehaviour("replace-deep", "pluginBadFinding", "longer or deeper than code is read"),
    Misbehaviour("replace-and-edits", "pluginBadFinding", "make it one of them"),
    Misbehaviour("error", "pluginError", "says: cannot do this one"),
  ]

  private static let unproved: [Misbehaviour] = [
    Misbehaviour("unproved", "notProved", "plugin 'hostile'"),
    Misbehaviour("breaks-syntax", "parsesWorse", "plugin 'hostile'"),
    Misbehaviour("loses-comment", "notKept", "plugin 'hostile'"),
    Misbehaviour("never-settles", "notSettled", "plugin 'hostile'"),
    Misbehaviour("endless-growth", "notSettled", "plugin 'hostile'"),
    Misbehaviour("changes-nothing", "notSettled", "plugin 'hostile'"),
  ]

  private static let survived = [
    "stderr-flood", "children", "own-group", "own-session", "daemon", "litter",
  ]

  private func fixture() throws -> PluginFixture {
    let fixture = try PluginFixture()
    fixture.limits.reply = .milliseconds(900)
    fixture.limits.replyBytes = 300_000
    fixture.limits.findings = 1_000
    return fixture
  }

  private func files(_ mode: String) -> [String: String] {
    [
      "A.swift": HostilePlugin.file("good"), "B.swift": HostilePlugin.file(mode),
      "C.swift": HostilePlugin.file("good"),
    ]
  }

  @Test(arguments: faults)
  func aFaultSkipsItsFileAndNoOther(_ misbehaviour: Misbehaviour) throws {
    let fixture = try fixture()
    // What is only slow must not be taken for a machine that is.
    if misbehaviour.reason != "pluginTimedOut" { fixture.limits.reply = .seconds(20) }
    let plugin = try fixture.start(try fixture.python(HostilePlugin.script))
    let started = ContinuousClock.now
    let plan = try fixture.plan(plugin, files(misbehaviour.mode))
    #expect(plan.skips.map(\.path) == ["B.swift"])
    #expect(plan.skips.first?.reason == misbehaviour.reason)
    let detail = try #require(plan.skips.first?.detail)
    #expect(detail.hasPrefix("plugin 'hostile' "))
    #expect(detail.contains(misbehaviour.detail), "\(detail)")
    #expect(plan.skips.first?.isFault == true)
    #expect(plan.findings.map(\.path) == ["A.swift", "C.swift"])
    #expect(plan.changes.isEmpty)
    try fixture.expectNothingRemains()
    #expect(ContinuousClock.now - started < .seconds(60))
  }

  @Test(arguments: unproved)
  func anEditThatIsNotProvedIsNotMade(_ misbehaviour: Misbehaviour) throws {
    let fixture = try fixture()
    fixture.limits.reply = .seconds(20)
    let plugin = try fixture.start(try fixture.python(HostilePlugin.script))
    let plan = try fixture.plan(plugin, files(misbehaviour.mode))
    #expect(plan.skips.map(\.path) == ["B.swift"])
    #expect(plan.skips.first?.reason == misbehaviour.reason)
    #expect(plan.skips.first?.detail.contains(misbehaviour.detail) == true)
    #expect(plan.changes.isEmpty)
    #expect(plan.findings.allSatisfy { $0.finding.fix == nil })
    try fixture.expectNothingRemains()
  }

  @Test(arguments: survived)
  func whatAPluginLeavesBehindGoesWithIt(_ mode: String) throws {
    let fixture = try fixture()
    fixture.limits.reply = .seconds(20)
    let plugin = try fixture.start(try fixture.python(HostilePlugin.script))
    let plan = try fixture.plan(plugin, files(mode))
    #expect(plan.skips == [])
    #expect(plan.findings.map(\.path) == ["A.swift", "B.swift", "C.swift"])
    try fixture.expectNothingRemains(mode)
  }

  @Test func aPluginWithTooManyFaultsIsAskedNothingMore() throws {
    let fixture = try fixture()
    fixture.limits.faults = 4
    let plugin = try fixture.start(try fixture.python(HostilePlugin.script))
    var files: [String: String] = [:]
    for number in 10..<40 { files["F\(number).swift"] = HostilePlugin.file("crash") }
    let plan = try fixture.plan(plugin, files)
    #expect(plan.skips.count == 30)
    #expect(plan.skips.prefix(4).allSatisfy { $0.reason == "pluginCrashed" })
    #expect(plan.skips.dropFirst(4).allSatisfy { $0.reason == "pluginGivenUp" })
    try fixture.expectNothingRemains()
  }

  @Test func manyWorkersWithManyFaultsLeaveNothing() throws {
    let fixture = try fixture()
    fixture.limits.reply = .seconds(20)
    let plugin = try fixture.start(try fixture.python(HostilePlugin.script))
    let modes = ["good", "crash", "daemon", "garbage", "children", "exit"]
    var files: [String: String] = [:]
    for number in 0..<36 {
      files["F\(100 + number).swift"] = HostilePlugin.file(modes[number % modes.count])
    }
    let plan = try fixture.plan(plugin, files, workers: 4)
    #expect(plan.skips.count == 18)
    #expect(plan.findings.count == 18)
    try fixture.expectNothingRemains()
  }

  @Test func aPluginThatNeverReadsIsEndedAtTheDeadline() throws {
    let fixture = try fixture()
    let script = HostilePlugin.script.replacing(
      "  check(request)", with: "  time.sleep(120)")
    let plugin = try fixture.start(try fixture.python(script))
    let padding = String(repeating: "// padding\n", count: 30_000)
    let plan = try fixture.plan(plugin, ["A.swift": HostilePlugin.file("good", more: padding)])
    #expect(plan.skips.map(\.reason) == ["pluginTimedOut"])
    try fixture.expectNothingRemains()
  }

  @Test func anAnswerBeforeTheQuestionWasReadIsALie() throws {
    let fixture = try fixture()
    let script =
      HostilePlugin.script.replacing(
        "\nmain()", with: "\n")
        + """
        sys.stdin.buffer.readline()
        say(HELLO)
        time.sleep(0.3)
        say({"type": "findings", "id": 1, "findings": []})
        time.sleep(120)
        """
    let plugin = try fixture.start(try fixture.python(script))
    let padding = String(repeating: "// padding\n", count: 30_000)
    let plan = try fixture.plan(plugin, ["A.swift": HostilePlugin.file("good", more: padding)])
    #expect(plan.skips.map(\.reason) == ["pluginBadReply"])
    try fixture.expectNothingRemains()
  }

  @Test func aPluginThatChangesItsMindIsFoundOut() throws {
    let fixture = try fixture()
    let script = """
      import os
      MARK = os.path.dirname(os.path.abspath(__file__)) + "/started"
      AGAIN = os.path.exists(MARK)
      open(MARK, "w").close()

      """
      + HostilePlugin.script.replacing(
        "\"hostile-call\"", with: "\"other-call\" if AGAIN else \"hostile-call\"")
    let plugin = try fixture.start(try fixture.python(script))
    let plan = try fixture.plan(plugin, files("crash"))
    #expect(plan.findings.map(\.path) == ["A.swift"])
    #expect(plan.skips.map(\.reason) == ["pluginCrashed", "pluginBadReply"])
    #expect(plan.skips.last?.detail.contains("other rules than before") == true)
    try fixture.expectNothingRemains()
  }
}
