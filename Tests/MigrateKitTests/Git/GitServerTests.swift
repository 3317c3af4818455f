import Foundation
import MigrateKit
import Testing

/// The remote against servers of others on the loopback: git's own, a web server, and OpenSSH.
@Suite(.serialized) struct GitServerTests {
  private let temporary: TemporaryRepository

  init() throws {
    temporary = try TemporaryRepository(["--bare"])
    var stream = ""
    for number in 1...3 {
      stream += "commit refs/heads/main\ncommitter A <a@b> 170000000\(number) +0000\ndata 1\nx\n"
      stream += "M 100644 inline a.swift\ndata 2\n\(number)\n\n"
    }
    try temporary.git(["fast-import", "--quiet"], input: stream)
    try temporary.git(["config", "uploadpack.allowFilter", "true"])
    try temporary.git(["config", "http.receivepack", "true"])
  }

  /// The whole life of branches on a server, from a whole, a shallow and a partial clone.
  private func live(_ address: String, password: String? = nil) throws {
    try protect("release")
    let main = try #require(ObjectID(try temporary.git("rev-parse", "main")))
    for (number, arguments) in [[], ["--depth=1"], ["--filter=blob:none"]].enumerated() {
      let clone = temporary.container + "/clone\(number)"
      try temporary.git(["clone", "-q"] + arguments + ["file://" + temporary.path, clone])
      let location = try temporary.open(clone).location
      #expect(location.isShallow == (arguments == ["--depth=1"]))
      let server = RemoteAddress(address).server
      let remote = try GitRemote(
        location, remote: address, server: server, password: password,
        deadline: .seconds(60))
      #expect(try remote.observe(base: nil, prefix: "migrate/").baseCommit == main)
      let one = try commit("one", in: location, on: main)
      let two = try commit("two", in: location, on: main)
      #expect(try remote.push(one, to: "migrate/r", expecting: nil) == .done)
      #expect(try remote.observe(base: nil, prefix: "migrate/").branches == ["migrate/r": one])
      // Somebody moves the branch between what was seen and what is pushed.
      try temporary.git("update-ref", "refs/heads/migrate/r", main.description)
      #expect(try remote.push(two, to: "migrate/r", expecting: one) == .moved)
      #expect(try remote.push(nil, to: "migrate/r", expecting: one) == .moved)
      #expect(try remote.push(two, to: "migrate/r", expecting: nil) == .moved)
      #expect(try remote.push(two, to: "migrate/r", expecting: main) == .done)
      guard case .refused(let words) = try remote.push(two, to: "release", expecting: nil) else {
        Issue.record("a protected branch was made")
        continue
      }
      #expect(words.contains("release is protected by rule 7"), "\(words)")
      #expect(try remote.announce(one, expecting: nil) == .done)
      #expect(try remote.observe(base: nil, prefix: "migrate/").ledger == one)
      #expect(try remote.announce(two, expecting: nil) == .moved)
      try temporary.git("update-ref", "-d", "refs/migrate/ledger")
      #expect(try remote.push(nil, to: "migrate/r", expecting: two) == .done)
      #expect(try remote.observe(base: nil, prefix: "migrate/").branches.isEmpty)
    }
  }

  /// Has the server refuse a branch, as a rule or a hook of a team does.
  private func protect(_ branch: String) throws {
    let hook = temporary.path + "/hooks/update"
    try """
    #!/bin/sh
    [ "$1" = refs/heads/\(branch) ] || exit 0
    echo "\(branch) is protected by rule 7" >&2
    exit 1

    """.write(toFile: hook, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: hook)
  }

  private func commit(
    _ text: String, in location: RepositoryLocation, on parent: ObjectID
  ) throws -> ObjectID {
    let signature = Signature(name: "Bot", email: "bot@b", time: Timestamp(seconds: 1_700_000_009))
    let writer = try CommitWriter(
      location, identity: CommitIdentity(author: signature, committer: signature))
    let blob = try writer.writeBlob(Array(text.utf8))
    let tree = try writer.writeTree(of: parent, updating: [TreeUpdate(path: "a.swift", blob: blob)])
    return try writer.writeCommit(tree: tree, parent: parent, message: "m\n")
  }

  @Test func worksOverGitsOwnProtocol() throws {
    let port = try ServerProcess.freePort()
    // The program itself: 'git daemon' would run it as a child.
    let server = try ServerProcess(
      try temporary.git("--exec-path") + "/git-daemon",
      [
        "--listen=127.0.0.1", "--port=\(port)", "--base-path=\(temporary.container)",
        "--export-all", "--enable=receive-pack", "--reuseaddr", "--informative-errors",
      ], temporary.environment, log: temporary.container + "/daemon.log")
    try ServerProcess.awaitListener(on: port)
    try live("git://127.0.0.1:\(port)/app")
    #expect(server.end(), "something of the server is left")
  }

  @Test(.enabled(if: TestTools.canTry("lighttpd"), "run 'Scripts/setup --tests'"))
  func worksBehindAWebServerThatAsksForAPassword() throws {
    let program = try #require(TestTools.path(of: "lighttpd"))
    let port = try ServerProcess.freePort()
    let folder = temporary.container
    let backend = try temporary.git("--exec-path") + "/git-http-backend"
    try "x-access-token:s3cret-pass\n".write(
      toFile: folder + "/users", atomically: true, encoding: .utf8)
    try """
    server.modules = ("mod_auth", "mod_authn_file", "mod_alias", "mod_setenv", "mod_cgi")
    server.document-root = "\(folder)"
    server.bind = "127.0.0.1"
    server.port = \(port)
    server.upload-dirs = ("\(folder)")
    alias.url = ("/git" => "\(backend)")
    cgi.assign = ("git-http-backend" => "")
    setenv.set-environment = (
      "GIT_PROJECT_ROOT" => "\(folder)", "GIT_HTTP_EXPORT_ALL" => "1", "HOME" => "\(folder)/home"
    )
    auth.backend = "plain"
    auth.backend.plain.userfile = "\(folder)/users"
    auth.require = ("" => ("method" => "basic", "realm" => "git", "require" => "valid-user"))

    """.write(toFile: folder + "/web.conf", atomically: true, encoding: .utf8)
    let server = try ServerProcess(
      program, ["-D", "-f", folder + "/web.conf"], temporary.environment, log: folder + "/web.log")
    try ServerProcess.awaitListener(on: port)
    let address = "http://127.0.0.1:\(port)"
    try live(address + "/git/app", password: "s3cret-pass")
    let location = try temporary.open(temporary.container + "/clone0").location
    for password in [nil, "wrong-s3cret"] {
      let wrong = try GitRemote(
        location, remote: address + "/git/app", server: address, password: password,
        deadline: .seconds(60), redact: { $0.replacing("wrong-s3cret", with: "***") })
      let error = gitError { _ = try wrong.observe(base: nil, prefix: "migrate/") }
      #expect(error?.cause == .remote)
      #expect(error.map { "\($0)".contains("s3cret") } == false)
    }
    #expect(server.end(), "something of the server is left")
  }

  @Test(.enabled(if: TestTools.canServeSSH, "run 'Scripts/setup --tests'"))
  func worksOverSSH() throws {
    let programs = try ["sshd", "ssh", "ssh-keygen"].map { try #require(TestTools.path(of: $0)) }
    let folder = temporary.container + "/ssh"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    if getuid() == 0 {
      try FileManager.default.createDirectory(
        atPath: "/run/sshd", withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o755])
    }
    for name in ["host", "user"] {
      let made = try Subprocess(
        programs[2], ["-q", "-t", "ed25519", "-N", "", "-f", "\(folder)/\(name)"],
        environment: temporary.environment
      ).run()
      #expect(made.succeeded)
    }
    let port = try ServerProcess.freePort()
    try """
    Port \(port)
    ListenAddress 127.0.0.1
    HostKey \(folder)/host
    AuthorizedKeysFile \(folder)/user.pub
    StrictModes no
    UsePAM no
    PermitRootLogin yes
    PidFile none

    """.write(toFile: folder + "/config", atomically: true, encoding: .utf8)
    let server = try ServerProcess(
      programs[0], ["-D", "-e", "-f", folder + "/config"], temporary.environment,
      log: folder + "/log")
    try ServerProcess.awaitListener(on: port)
    temporary.environment["GIT_SSH_COMMAND"] =
      "\(programs[1]) -F none -i \(folder)/user -o IdentitiesOnly=yes -o ConnectTimeout=20"
      + " -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o BatchMode=yes"
    try live("ssh://\(NSUserName())@127.0.0.1:\(port)\(temporary.path)")
    #expect(server.end(), "something of the server is left")
  }
}
