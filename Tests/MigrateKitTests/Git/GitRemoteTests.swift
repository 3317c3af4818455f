import Foundation
@testable import MigrateKit
import Testing

/// The remote through the git program, against real repositories and servers.
@Suite struct GitRemoteTests {
  /// A bare repository with a base and a branch of ours, and a clone of it.
  private struct Setup {
    let temporary: TemporaryRepository
    let clone: String
    let main: ObjectID

    init(_ arguments: [String] = []) throws {
      temporary = try TemporaryRepository(["--bare"])
      var stream = ""
      for number in 1...3 {
        stream += "commit refs/heads/main\ncommitter A <a@b> 170000000\(number) +0000\ndata 1\nx\n"
        stream += "M 100644 inline a.swift\ndata 2\n\(number)\n\n"
      }
      try temporary.git(["fast-import", "--quiet"], input: stream)
      try temporary.git("branch", "migrate/r", "main")
      clone = temporary.container + "/clone"
      try temporary.git(
        ["clone", "-q"] + arguments + ["file://" + temporary.path, clone])
      main = try #require(ObjectID(try temporary.git("rev-parse", "main")))
    }

    var location: RepositoryLocation { get throws { try temporary.open(clone).location } }

    func remote(_ name: String = "origin") throws -> GitRemote {
      try GitRemote(location, remote: name)
    }

    func commit(_ text: String) throws -> ObjectID {
      let signature = Signature(
        name: "Bot", email: "bot@b", time: Timestamp(seconds: 1_700_000_009))
      let writer = try CommitWriter(
        location, identity: CommitIdentity(author: signature, committer: signature))
      let blob = try writer.writeBlob(Array(text.utf8))
      let tree = try writer.writeTree(
        of: main, updating: [TreeUpdate(path: "a.swift", blob: blob)])
      return try writer.writeCommit(tree: tree, parent: main, message: "m\n")
    }
  }

  @Test func seesTheBaseAndOurBranchesAndLeavesTheClonesReferences() throws {
    let setup = try Setup()
    let before = try setup.temporary.git(
      ["for-each-ref", "refs/heads", "refs/remotes"], in: setup.clone)
    let seen = try setup.remote().observe(base: nil, prefix: "migrate/")
    #expect(seen.base == "main" && seen.baseCommit == setup.main)
    #expect(seen.branches == ["migrate/r": setup.main])
    #expect(seen.names == ["main", "migrate/r"])
    try setup.temporary.git("branch", "-D", "migrate/r")
    #expect(try setup.remote().observe(base: "main", prefix: "migrate/").branches.isEmpty)
    let after = try setup.temporary.git(
      ["for-each-ref", "refs/heads", "refs/remotes"], in: setup.clone)
    #expect(before == after)
  }

  @Test func followsARenamedDefaultBranch() throws {
    let setup = try Setup()
    try setup.temporary.git("branch", "-m", "main", "trunk")
    #expect(try setup.remote().observe(base: nil, prefix: "migrate/").base == "trunk")
    let error = gitError { _ = try setup.remote().observe(base: "main", prefix: "migrate/") }
    #expect(error?.cause == .remote)
  }

  @Test func pushesUnderALeaseAndCreatesUnderAnEmptyOne() throws {
    let setup = try Setup()
    let remote = try setup.remote()
    let one = try setup.commit("one")
    let two = try setup.commit("two")
    #expect(try remote.push(one, to: "migrate/new", expecting: nil) == .done)
    #expect(try remote.push(two, to: "migrate/new", expecting: nil) == .moved)
    #expect(try remote.push(two, to: "migrate/new", expecting: setup.main) == .moved)
    #expect(try remote.push(two, to: "migrate/new", expecting: one) == .done)
    #expect(try remote.push(nil, to: "migrate/new", expecting: one) == .moved)
    #expect(try remote.push(nil, to: "migrate/new", expecting: two) == .done)
    #expect(try remote.push(one, to: "migrate/r", expecting: setup.main) == .done)
    #expect(try setup.temporary.git("rev-parse", "migrate/r") == one.description)
  }

  @Test func reportsARefusalInTheServersWords() throws {
    let setup = try Setup()
    let hook = setup.temporary.path + "/hooks/pre-receive"
    try "#!/bin/sh\necho 'branch is protected by rule 7' >&2\nexit 1\n"
      .write(toFile: hook, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: hook)
    let answer = try setup.remote().push(setup.commit("x"), to: "migrate/n", expecting: nil)
    guard case .refused(let words) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(words.contains("pre-receive hook declined") && words.contains("protected by rule 7"))
  }

  /// Somebody is first after the server has told what it has and before it writes.
  @Test(arguments: ["refs/migrate/ledger", "refs/heads/migrate/n"])
  func aRaceThatIsLostWithinTheServerIsNoRefusal(name: String) throws {
    let setup = try Setup()
    for isThere in [false, true] {
      let first = try setup.commit("first")
      let other = try setup.commit("other \(isThere)")
      try setup.temporary.git(["fetch", "-q", setup.clone + "/.git", other.description])
      let hook = setup.temporary.path + "/hooks/pre-receive"
      try "#!/bin/sh\nunset GIT_QUARANTINE_PATH\ngit update-ref \(name) \(other)\n"
        .write(toFile: hook, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: hook)
      let expected = isThere ? ObjectID(try setup.temporary.git("rev-parse", name)) : nil
      let answer =
        name == GitRemote.ledger
        ? try setup.remote().announce(first, expecting: expected)
        : try setup.remote().push(first, to: "migrate/n", expecting: expected)
      #expect(answer == .moved)
    }
  }

  @Test func aBranchInTheWayIsNoLostRace() throws {
    let setup = try Setup()
    try setup.temporary.git("branch", "migrate/s/deep", "main")
    let answer = try setup.remote().push(setup.commit("x"), to: "migrate/s", expecting: nil)
    guard case .refused = answer else {
      Issue.record("\(answer)")
      return
    }
  }

  /// A history of 100 commits, a branch of ours at the 20th, and clones of some depths.
  @Test(arguments: [70, 1])
  func neverCutsTheHistoryOfAShallowClone(depth: Int) throws {
    let temporary = try TemporaryRepository(["--bare"])
    var stream = ""
    for number in 1...100 {
      stream += "commit refs/heads/main\ncommitter A <a@b> \(1_700_000_000 + number) +0000\n"
      stream += "data 1\nx\nM 100644 inline a.swift\ndata \(String(number).count)\n\(number)\n\n"
    }
    try temporary.git(["fast-import", "--quiet"], input: stream)
    let clone = temporary.container + "/clone"
    try temporary.git(
      ["clone", "-q", "--depth=\(depth)", "--single-branch", "file://" + temporary.path, clone])
    func count() throws -> Int {
      try #require(Int(try temporary.git(["rev-list", "--count", "HEAD"], in: clone)))
    }
    #expect(try count() == depth)
    let location = try temporary.open(clone).location
    _ = try GitRemote(location, remote: "origin").observe(base: nil, prefix: "migrate/")
    #expect(try count() == depth, "nothing asks for more")
    try temporary.git("branch", "migrate/r", "main~20")
    let seen = try GitRemote(location, remote: "origin").observe(base: nil, prefix: "migrate/")
    #expect(try count() >= max(depth, 21))
    let branch = try #require(seen.branches["migrate/r"])
    try temporary.git(["merge-base", "HEAD", branch.description], in: clone)
  }

  @Test(arguments: ["tag", "blob", "tree"])
  func aLedgerThatIsNoCommitIsEmptyAndIsReplaced(kind: String) throws {
    let setup = try Setup()
    let target: String
    switch kind {
    case "tag":
      try setup.temporary.git("tag", "-a", "-m", "m", "t", "main")
      target = "refs/tags/t"
    case "blob": target = "main:a.swift"
    default: target = "main^{tree}"
    }
    let id = try setup.temporary.git("rev-parse", target)
    try setup.temporary.git("update-ref", GitRemote.ledger, id)
    let seen = try setup.remote().observe(base: nil, prefix: "migrate/")
    #expect(seen.ledger?.description == id)
    let ledger = try BotLedger(seen.ledger, in: setup.location)
    #expect(ledger.notes.isEmpty)
    let next = try setup.commit("next")
    #expect(try setup.remote().announce(next, expecting: ledger.seen) == .done)
  }

  @Test func messagesHoldNoPasswordOfAnAddress() throws {
    let setup = try Setup()
    let address = "http://user:s3cret-pass@127.0.0.1:1/app"
    let error = gitError { _ = try setup.remote(address).observe(base: nil, prefix: "m/") }
    #expect(error?.cause == .remote)
    #expect(error.map { "\($0)".contains("s3cret") || "\($0)".contains("user:") } == false)
    #expect(
      GitRemote.shown("to 'https://u:p@w@h/a' and ssh://git@h/b and ssh://g:p@h http://t@h")
        == "to 'https://h/a' and ssh://git@h/b and ssh://h http://h")
  }

  @Test func runsTheHooksOfTheClone() throws {
    let setup = try Setup()
    let hook = setup.clone + "/.git/hooks/pre-push"
    try "#!/bin/sh\necho ran > '\(setup.clone)/ran'\n"
      .write(toFile: hook, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: hook)
    _ = try setup.remote().push(setup.commit("x"), to: "migrate/n", expecting: nil)
    #expect(FileManager.default.fileExists(atPath: setup.clone + "/ran"))
  }

  @Test(arguments: [["--depth=1"], ["--filter=blob:none"], ["--bare"], ["--mirror"]])
  func worksInEveryKindOfClone(arguments: [String]) throws {
    let setup = try Setup(arguments)
    try setup.temporary.git(["config", "uploadpack.allowFilter", "true"])
    let seen = try setup.remote().observe(base: nil, prefix: "migrate/")
    #expect(seen.baseCommit == setup.main)
    #expect(
      try setup.remote().push(setup.commit("x"), to: "migrate/r", expecting: setup.main) == .done)
  }

  @Test func namesABranchThatIsInTheWay() throws {
    let setup = try Setup()
    try setup.temporary.git("branch", "migrate/s/deep", "main")
    try setup.temporary.git("branch", "other", "main")
    let seen = try setup.remote().observe(base: nil, prefix: "migrate/")
    #expect(seen.branch(blocking: "migrate/s") == "migrate/s/deep")
    #expect(seen.branch(blocking: "other/x") == "other")
    #expect(seen.branch(blocking: "migrate/t") == nil)
  }

  @Test func aRemoteThatIsNotThereIsARefusal() throws {
    let setup = try Setup()
    for name in ["nowhere", "file:///nowhere"] {
      let error = gitError { _ = try setup.remote(name).observe(base: nil, prefix: "m/") }
      #expect(error?.cause == .remote)
    }
    #expect(gitError { _ = try setup.remote("--upload-pack=x") }?.cause == .remote)
  }

  /// `git http-backend` behind a web server that asks for a password.
  @Test func answersAServerThatAsksForAPassword() throws {
    let setup = try Setup()
    try setup.temporary.git(["config", "http.receivepack", "true"])
    let environment = setup.temporary.environment
    let container = setup.temporary.container
    let wanted = "Basic " + Data("x-access-token:s3cret-pass".utf8).base64EncodedString()
    let server = try LoopbackServer { request in
      guard request.headers.contains(where: { $0.value == wanted }) else {
        return HTTPResponse(
          status: 401, headers: [HTTPHeader("WWW-Authenticate", "Basic realm=\"git\"")])
      }
      return GitBackend.answer(request, container: container, environment: environment)
    }
    defer { server.stop() }
    let address = "http://127.0.0.1:\(server.port)"
    let remote = try GitRemote(
      setup.location, remote: address + "/app", server: address, password: "s3cret-pass")
    #expect(try remote.observe(base: nil, prefix: "migrate/").baseCommit == setup.main)
    #expect(try remote.push(setup.commit("x"), to: "migrate/n", expecting: nil) == .done)
    // What is given wins over what git's helpers and the address have.
    let wrongHelper = "!f() { echo username=u; echo password=stored; }; f"
    try setup.temporary.git(["config", "credential.helper", wrongHelper], in: setup.clone)
    try setup.temporary.git(
      ["config", "remote.own.url", address.replacing("://", with: "://u:old@") + "/app"],
      in: setup.clone)
    for name in ["own", address + "/app", address.replacing("://", with: "://u:old@") + "/app"] {
      let given = try GitRemote(
        setup.location, remote: name, server: address, password: "s3cret-pass")
      #expect(try given.observe(base: nil, prefix: "migrate/").baseCommit == setup.main)
    }
    let wrong = try GitRemote(
      setup.location, remote: address + "/app", server: address, password: "wrong-s3cret",
      redact: { $0.replacing("wrong-s3cret", with: "***") })
    let error = gitError { _ = try wrong.observe(base: nil, prefix: "migrate/") }
    #expect(error?.cause == .remote)
    #expect(error.map { "\($0)".contains("s3cret") } == false)
  }

  @Test func readsEveryFormOfAnAddress() {
    let table: [(String, String, String, String?)] = [
      ("https://github.com/o/r.git", "github.com", "o/r", "https://github.com"),
      (
        "https://user:pass@git.example.com:8443/a/b/c/", "git.example.com:8443", "a/b/c",
        "https://git.example.com:8443"
      ),
      ("git@github.com:o/r.git", "github.com", "o/r", nil),
      ("ssh://git@host:22/o/r", "host:22", "o/r", nil),
      ("/srv/git/r.git", "", "srv/git/r", nil),
    ]
    for (text, host, path, server) in table {
      let address = RemoteAddress(text)
      #expect(address.host == host && address.path == path && address.server == server, "\(text)")
    }
  }
}

/// `git http-backend` as a web server runs it.
enum GitBackend {
  static func answer(
    _ request: HTTPRequest, container: String, environment: [String: String]
  ) -> HTTPResponse {
    let parts = request.url.split(separator: "?", maxSplits: 1).map(String.init)
    var variables = environment
    variables["GIT_PROJECT_ROOT"] = container
    variables["GIT_HTTP_EXPORT_ALL"] = "1"
    variables["REQUEST_METHOD"] = request.method
    variables["PATH_INFO"] = parts.first
    variables["QUERY_STRING"] = parts.count > 1 ? parts[1] : ""
    variables["REMOTE_USER"] = "bot"
    variables["CONTENT_LENGTH"] = String(request.body?.count ?? 0)
    for header in request.headers {
      switch header.name.lowercased() {
      case "content-type": variables["CONTENT_TYPE"] = header.value
      case "content-encoding": variables["HTTP_CONTENT_ENCODING"] = header.value
      case "git-protocol": variables["GIT_PROTOCOL"] = header.value
      default: continue
      }
    }
    let result = try? Subprocess("git", ["http-backend"], environment: variables)
      .run(standardInput: request.body ?? [])
    guard let output = result?.standardOutput,
      let end = output.firstRange(of: Array("\r\n\r\n".utf8))
    else { return HTTPResponse(status: 500) }
    var response = HTTPResponse(status: 200, body: Array(output[end.upperBound...]))
    let lines = String(decoding: output[..<end.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = String(line[line.index(after: colon)...].drop { $0 == " " })
      if line.hasPrefix("Status:") {
        response.status = Int(value.prefix(3)) ?? 500
      } else {
        response.headers.append(HTTPHeader(String(line[..<colon]), value))
      }
    }
    return response
  }
}
