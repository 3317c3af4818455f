import Foundation
import MigrateKit
import Testing

@Suite struct SubprocessTests {
  private func shell(
    _ script: String, environment: [String: String] = ["PATH": "/usr/bin:/bin"],
    deadline: Duration = .seconds(20), outputLimit: Int = 1 << 24
  ) -> Subprocess {
    Subprocess(
      "sh", ["-c", script], environment: environment, deadline: deadline, outputLimit: outputLimit)
  }

  @Test func takesOutputErrorsAndStatusApart() throws {
    let result = try shell("echo out; echo first >&2; echo last >&2; exit 3").run()
    #expect(result.termination == .exited(3))
    #expect(result.standardOutput == Array("out\n".utf8))
    #expect(result.standardError == Array("first\nlast\n".utf8))
    #expect(result.lastErrorLine == "last")
    #expect(!result.succeeded)
  }

  @Test func feedsMoreInputThanAPipeHolds() throws {
    let input = [UInt8](repeating: 0x61, count: 3 << 20)
    let result = try shell("cat").run(standardInput: input)
    #expect(result.succeeded)
    #expect(result.standardOutput == input)
  }

  @Test func survivesAChildThatDoesNotReadItsInput() throws {
    let input = [UInt8](repeating: 0x61, count: 3 << 20)
    let result = try shell("exec 0<&-; echo done").run(standardInput: input)
    #expect(result.standardOutput == Array("done\n".utf8))
  }

  @Test func givesTheChildOnlyTheEnvironmentOfTheCaller() throws {
    let result = try Subprocess(
      "env", [], environment: ["PATH": "/usr/bin:/bin", "ONLY": "this"]
    ).run()
    let lines = Set(String(decoding: result.standardOutput, as: UTF8.self).split(separator: "\n"))
    #expect(lines == ["PATH=/usr/bin:/bin", "ONLY=this"])
  }

  @Test func startsTheChildInTheWorkingFolder() throws {
    var request = shell("pwd -P")
    request.workingFolder = "/"
    #expect(try request.run().standardOutput == Array("/\n".utf8))
  }

  @Test func endsTheWholeGroupAtTheDeadline() {
    let started = ContinuousClock.now
    let request = shell("sleep 30 & sleep 30", deadline: .milliseconds(200))
    #expect(throws: SubprocessError.timedOut(program: "sh", deadline: .milliseconds(200))) {
      try request.run()
    }
    #expect(ContinuousClock.now - started < .seconds(29))
  }

  @Test func endsAChildThatClosesItsOutputAndRunsOn() {
    let request = shell("exec >&- 2>&-; sleep 30", deadline: .milliseconds(200))
    #expect(throws: SubprocessError.timedOut(program: "sh", deadline: .milliseconds(200))) {
      try request.run()
    }
  }

  @Test func endsAChildThatWritesTooMuch() {
    #expect(throws: SubprocessError.outputTooLarge(program: "sh", limit: 1000)) {
      try shell("yes", outputLimit: 1000).run()
    }
  }

  @Test func dropsErrorsBeyondTheLimit() throws {
    var request = shell("head -c 300000 /dev/zero >&2")
    request.errorLimit = 10
    #expect(try request.run().standardError.count == 10)
  }

  @Test func reportsTheSignalThatEndedTheChild() throws {
    #expect(try shell("kill -9 $$").run().termination == .signalled(9))
  }

  @Test func namesAProgramThatIsNotThere() {
    let request = Subprocess("no-such-program", [], environment: ["PATH": "/usr/bin"])
    #expect(throws: SubprocessError.notFound(program: "no-such-program")) { try request.run() }
    let path = Subprocess("/no/such/program", [], environment: [:])
    #expect(throws: SubprocessError.self) { try path.run() }
  }

  @Test func refusesANulByteInAnArgument() {
    let request = Subprocess("/bin/echo", ["a\0b"], environment: [:])
    #expect(throws: SubprocessError.self) { try request.run() }
  }

  #if os(Linux)
    @Test func passesNoOtherDescriptors() throws {
      let extra = open("/dev/null", O_RDONLY)
      defer { close(extra) }
      let result = try shell("ls /proc/self/fd | wc -l").run()
      // The three standard ones and the one that reads the folder.
      let count = String(decoding: result.standardOutput, as: UTF8.self)
      #expect(count.trimmingCharacters(in: .whitespacesAndNewlines) == "4")
    }
  #endif
}
