import Foundation
import MigrateKit
import Testing

/// What is wrong before the first file is one clear error, and nothing is left running.
@Suite struct PluginStartTests {
  struct Greeting: Sendable, CustomTestStringConvertible {
    var name: String
    /// What the plugin does when it is asked for its rules; `say` writes a value.
    var script: String
    var message: String
    var testDescription: String { name }
  }

  private static func rules(_ rules: String) -> String {
    "say({\"type\": \"hello\", \"protocol\": 1, \"rules\": \(rules)})"
  }

  private static let greetings: [Greeting] = [
    Greeting(
      name: "exit", script: "os._exit(4)", message: "ended with status 4 before it answered"),
    Greeting(
      name: "signal", script: "os.kill(os.getpid(), 11)", message: "was ended by signal 11"),
    Greeting(name: "hang", script: "time.sleep(120)", message: "gave no answer within 700 ms"),
    Greeting(
      name: "garbage", script: "os.write(1, b'hello\\n')", message: "the line is no JSON"),
    Greeting(
      name: "flood", script: "while True: os.write(1, b'x' * 65536)",
      message: "more than 300000 bytes"),
    Greeting(
      name: "another version", script: "say({\"type\": \"hello\", \"protocol\": 2, \"new\": 1})",
      message: "speaks version 2 of the protocol, and this program version 1"),
    Greeting(
      name: "no version", script: "say({\"type\": \"hello\", \"rules\": []})",
      message: "'protocol' is missing"),
    Greeting(
      name: "error", script: "say({\"type\": \"error\", \"message\": \"no licence\"})",
      message: "says: no licence"),
    Greeting(
      name: "findings", script: "say({\"type\": \"findings\", \"id\": 1, \"findings\": []})",
      message: "answered 'findings' where 'hello' was asked for"),
    Greeting(name: "no rules", script: rules("[]"), message: "has no rules"),
    Greeting(
      name: "a name", script: rules("[{\"id\": \"../x\", \"needles\": [[\"a\"]]}]"),
      message: "ids are lowercase words joined by '-'"),
    Greeting(
      name: "twice",
      script: rules(
        "[{\"id\": \"a\", \"needles\": [[\"a\"]]}, {\"id\": \"a\", \"needles\": [[\"b\"]]}]"),
      message: "names rule 'a' twice"),
    Greeting(
      name: "no needles", script: rules("[{\"id\": \"a\", \"needles\": []}]"),
      message: "would never be asked"),
    Greeting(
      name: "an empty needle", script: rules("[{\"id\": \"a\", \"needles\": [[\"\"]]}]"),
      message: "would be asked about every file"),
    Greeting(
      name: "an empty set", script: rules("[{\"id\": \"a\", \"needles\": [[\"b\"], []]}]"),
      message: "would be asked about every file"),
    Greeting(
      name: "huge needles", script: rules("[{\"id\": \"a\", \"needles\": [[\"x\" * 20000]]}]"),
      message: "has needles of 20000 bytes; 16384 are the most"),
    Greeting(
      name: "an unknown key",
      script: rules("[{\"id\": \"a\", \"needle\": [[\"x\"]]}]"),
      message: "unknown key 'needle'; did you mean 'needles'"),
  ]

  @Test(arguments: greetings)
  func aBadGreetingIsAnError(_ greeting: Greeting) throws {
    let fixture = try PluginFixture()
    if greeting.name == "hang" { fixture.limits.handshake = .milliseconds(700) }
    fixture.limits.replyBytes = 300_000
    let reference = try fixture.python(
      """
      import json, os, sys, time
      def say(value):
          os.write(1, json.dumps(value).encode("utf-8") + b"\\n")
      sys.stdin.buffer.readline()
      \(greeting.script)
      time.sleep(120)
      """)
    let refusal = fixture.refusal(reference)
    #expect(refusal.hasPrefix("plugin 'hostile' "), "\(refusal)")
    #expect(refusal.contains(greeting.message), "\(refusal)")
    try fixture.expectNothingRemains()
  }

  @Test func aRecipeOfAPluginIsReadAsStrictlyAsAnyOther() throws {
    let fixture = try PluginFixture()
    let reference = try fixture.python(
      """
      import json, os, sys, time
      sys.stdin.buffer.readline()
      os.write(1, json.dumps({"type": "hello", "protocol": 1,
          "rules": [{"id": "a-rule", "needles": [["x"]]}, {"id": "title-view", "needles": [["x"]]}],
          "recipes": [{"id": "a", "titel": "A", "rules": ["b-rule"], "commit": {"subject": "A"}},
                      "recipe"]}).encode("utf-8") + b"\\n")
      time.sleep(120)
      """)
    let plugin = try fixture.start(reference)
    do {
      _ = try RecipeLibrary([], plugins: [plugin])
      Issue.record("the recipe is wrong")
    } catch {
      let text = "\(error)"
      #expect(text.contains("plugin 'hostile', recipe 1:"), "\(text)")
      #expect(text.contains("unknown key 'titel'; did you mean 'title'"))
      #expect(text.contains("there is no rule 'b-rule'"))
      #expect(text.contains("the id of rule 'title-view' is taken: it is built in"))
      #expect(text.contains("plugin 'hostile', recipe 2:"))
    }
    try fixture.expectNothingRemains()
  }

  @Test func aFileThatCannotRunIsNamed() throws {
    let fixture = try PluginFixture()
    func refusal(_ path: String) -> String {
      fixture.refusal(PluginReference(name: "p", path: path, place: "c.yml:2:5"))
    }
    let missing = refusal(fixture.folder + "/missing")
    #expect(missing.hasPrefix("c.yml:2:5: plugin 'p' is not there: check 'path'"), "\(missing)")
    let plain = try fixture.write("plain", "#!/bin/sh\n", mode: 0o644)
    #expect(refusal(plain).contains("chmod +x"))
    #expect(refusal(fixture.folder).contains("is no file that may be run"))
    let binary = try fixture.write("binary", "\u{1}\u{2}\u{3}")
    #expect(refusal(binary).contains("plugin 'p' does not start: "), "\(refusal(binary))")
    let interpreter = try fixture.write("interpreter", "#!/no/such/interpreter\n")
    #expect(refusal(interpreter).contains("does not start: "))
    let module = try fixture.write("module.wasm", "not one")
    #expect(refusal(module).contains("is no WebAssembly module"))
    let loop = fixture.folder + "/loop"
    try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
    #expect(refusal(loop).contains("is not there"))
    try fixture.expectNothingRemains()
  }

  @Test func whereThereIsNoWasmkitTheErrorSaysWhatToDo() throws {
    let fixture = try PluginFixture()
    let module = try fixture.write("module.wasm", "\0asm\u{1}\0\0\0")
    let host = PluginHost(searchPath: "/nowhere", temporaryFolder: fixture.folder + "/tmp")
    do {
      _ = try host.start(PluginReference(name: "p", path: module))
      Issue.record("it started")
    } catch {
      #expect(
        "\(error)".contains("needs 'wasmkit', which comes with the Swift toolchain from swift.org"))
    }
    host.end()
    try fixture.expectNothingRemains()
  }

  @Test(.enabled(if: PluginExamples.canCompileForWASI, "run 'Scripts/setup --tests'"))
  func whatASandboxedPluginMayNotDo() throws {
    let fixture = try PluginFixture()
    let source = try fixture.write(
      "curious.c",
      #"""
      #include <fcntl.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      #include <unistd.h>
      extern char **environ;
      int main(int argc, char **argv) {
        char line[4096], reply[8192];
        read(0, line, sizeof line);
        int folder = open("/", O_RDONLY), file = open("/etc/passwd", O_RDONLY), own = open("x", O_CREAT | O_WRONLY, 0600);
        int variables = 0;
        while (environ && environ[variables]) variables++;
        snprintf(reply, sizeof reply, "{\"type\":\"error\",\"message\":\"root %d passwd %d own %d variables %d\"}\n",
                 folder, file, own, variables);
        write(1, reply, strlen(reply));
        return 0;
      }
      """#)
    let module = fixture.folder + "/curious.wasm"
    try PluginExamples.compile(source, to: module)
    let refusal = fixture.refusal(PluginReference(name: "p", path: module))
    #expect(refusal.contains("says: root -1 passwd -1 own -1 variables 0"), "\(refusal)")
    try fixture.expectNothingRemains()
  }

  @Test(.enabled(if: PluginExamples.canCompileForWASI, "run 'Scripts/setup --tests'"))
  func anAnswerThatTheSandboxGarblesIsAnError() throws {
    let fixture = try PluginFixture()
    let source = try fixture.write(
      "garbled.c",
      #"""
      #include <stdio.h>
      #include <sys/uio.h>
      #include <unistd.h>
      int main(void) {
        char line[4096];
        read(0, line, sizeof line);
        struct iovec parts[3] = {{"{\"type\":\"hello\",", 16}, {"\"protocol\":1,\"rules\":[{\"id\":\"a\",", 32},
                                 {"\"needles\":[[\"x\"]]}]}\n", 21}};
        writev(1, parts, 3);
        while (read(0, line, sizeof line) > 0) fputs("{\"type\":\"findings\",\"id\":1,\"findings\":[]}\n", stdout);
        return 0;
      }
      """#)
    let module = fixture.folder + "/garbled.wasm"
    try PluginExamples.compile(source, to: module)
    // A wasmkit that is mended takes it; one that is not is told apart from a plugin that works.
    let refusal = fixture.refusal(PluginReference(name: "p", path: module))
    #expect(
      refusal == "(started)" || refusal.contains("answered with a line that is no message")
        || refusal.contains("more than one line") || refusal.contains("gave no answer")
        || refusal.contains("before it answered"), "\(refusal)")
    try fixture.expectNothingRemains()
  }

  @Test func aDigestIsCheckedBeforeAnythingRuns() throws {
    let fixture = try PluginFixture()
    let text = "#!/bin/sh\ntouch '\(fixture.folder)/ran'\nexec '\(PluginExamples.python)'\n"
    let path = try fixture.write("pinned", text)
    let digest = SHA256(of: Array(text.utf8))
    let plugin = try fixture.start(PluginReference(name: "p", path: path, digest: digest))
    #expect(FileManager.default.fileExists(atPath: fixture.folder + "/ran"))
    try FileManager.default.removeItem(atPath: fixture.folder + "/ran")

    // The copy runs, whatever becomes of the file.
    try fixture.write("pinned", "#!/bin/sh\ntouch '\(fixture.folder)/ran'\n")
    let plan = try fixture.plan(
      plugin, ["A.swift": PluginExamples.source, "B.swift": PluginExamples.source], workers: 2)
    #expect(plan.skips == [])
    #expect(plan.changes.count == 2)

    let refusal = fixture.refusal(PluginReference(name: "p", path: path, digest: digest))
    #expect(refusal.contains("is not the file that 'sha256' names"), "\(refusal)")
    try FileManager.default.removeItem(atPath: path)
    #expect(fixture.refusal(PluginReference(name: "p", path: path)).contains("is not there"))
    try fixture.expectNothingRemains()
  }

  @Test func aPluginInTheRepositoryRunsOnlyWithItsDigest() throws {
    let fixture = try PluginFixture()
    let text = "#!/bin/sh\nexec '\(PluginExamples.python)'\n"
    let path = try fixture.write("inside", text)
    let link = fixture.folder + "-link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    defer { unlink(link) }
    for candidate in [path, link, fixture.folder + "/tmp/../inside"] {
      let reference = PluginReference(name: "p", path: candidate)
      let refusal = fixture.refusal(reference, repository: [fixture.folder])
      #expect(refusal.contains("lies in the repository under migration"), "\(refusal)")
    }
    _ = try fixture.start(
      PluginReference(name: "p", path: path, digest: SHA256(of: Array(text.utf8))),
      repository: [fixture.folder])
    try fixture.expectNothingRemains()
  }

  @Test func aPluginSeesNothingOfWhoStartsIt() throws {
    let fixture = try PluginFixture()
    let extra = open("/dev/null", O_RDONLY)
    defer { close(extra) }
    let reference = try fixture.python(
      """
      import json, os, sys
      sys.stdin.buffer.readline()
      try:
          os.open("/dev/tty", os.O_RDWR)
          terminal = True
      except OSError:
          terminal = False
      files = [f for f in range(3, 256) if os.path.exists("/dev/fd/%d" % f)]
      # What shells and version switchers set themselves is theirs.
      own = ("LC_", "PWD", "SHLVL", "PYENV", "_")
      seen = [sorted(k for k in os.environ if not k.startswith(own)), os.listdir("."),
              os.environ["HOME"] == os.getcwd() == os.environ["TMPDIR"], terminal,
              os.getsid(0) == os.getpid(), files]
      os.write(1, json.dumps({"type": "error", "message": json.dumps(seen)}).encode() + b"\\n")
      """)
    let refusal = fixture.refusal(reference)
    #expect(
      refusal.contains(
        #"says: [["HOME", "LANG", "PATH", "TMPDIR"], [], true, false, true, []]"#), "\(refusal)")
    try fixture.expectNothingRemains()
  }

  @Test func theSearchPathHoldsNothingOfTheRepository() throws {
    let fixture = try PluginFixture()
    try fixture.write("python3", "#!/bin/sh\necho hijacked\n")
    let host = PluginHost(
      searchPath: "\(fixture.folder):.:relative:/usr/bin:/bin",
      temporaryFolder: fixture.folder + "/tmp")
    let plugin = try host.start(
      PluginReference(name: "p", path: PluginExamples.python), repository: [fixture.folder])
    #expect(plugin.rules.map(\.id) == ["brand-bar-call"])
    host.end()
    try fixture.expectNothingRemains()
  }

  @Test func digestsAreThoseOfTheStandard() {
    func digest(_ text: String) -> String { SHA256(of: Array(text.utf8)).description }
    #expect(digest("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(digest("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    #expect(
      digest(String(repeating: "a", count: 1_000_000))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    let upper = SHA256(
      hexadecimal: "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD")
    #expect(upper == SHA256(of: Array("abc".utf8)))
    #expect(SHA256(hexadecimal: "ba78") == nil)
    #expect(SHA256(hexadecimal: String(repeating: "g", count: 64)) == nil)
  }
}
