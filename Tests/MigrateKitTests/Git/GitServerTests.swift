import Foundation
import MigrateKit
import Testing

/// The remote against the servers that come with git and OpenSSH, on the loopback.
@Suite struct GitServerTests {
  /// A server process that ends with the test.
  private final class Server {
    private let process = Process()

    init(_ program: String, _ arguments: [String], _ environment: [String: String]) throws {
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = arguments
      process.environment = environment
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
    }

    deinit {
      // The threads of the tests block other signals, and a process begins with what they block.
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }

  private static func path(of program: String) -> String? {
    let folders =
      (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
      + ["/usr/sbin", "/usr/local/sbin"]
    return folders.map { $0 + "/" + program }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private func freePort() throws -> Int {
    let server = try LoopbackServer { _ in HTTPResponse(status: 200) }
    server.stop()
    return server.port
  }

  private func repository() throws -> TemporaryRepository {
    let temporary = try TemporaryRepository(["--bare"])
    let stream =
      "commit refs/heads/main\ncommitter A <a@b> 1700000001 +0000\ndata 1\nx\n"
      + "M 100644 inline a.swift\ndata 2\n1\n\n"
    try temporary.git(["fast-import", "--quiet"], input: stream)
    return temporary
  }

  /// Looks, makes a branch, moves it with a wrong and a right lease, and removes it.
  private func live(_ temporary: TemporaryRepository, _ address: String) throws {
    let clone = temporary.container + "/clone"
    try temporary.git(["clone", "-q", temporary.path, clone])
    let remote = try GitRemote(temporary.open(clone).location, remote: address)
    var seen: RemoteObservation?
    for _ in 0..<100 where seen == nil {
      do {
        seen = try remote.observe(base: nil, prefix: "migrate/")
      } catch {
        Thread.sleep(forTimeInterval: 0.05)
      }
    }
    let main = try #require(seen).baseCommit
    #expect(try remote.push(main, to: "migrate/r", expecting: nil) == .done)
    #expect(try remote.observe(base: nil, prefix: "migrate/").branches == ["migrate/r": main])
    #expect(try remote.push(nil, to: "migrate/r", expecting: .zero) != .done)
    #expect(try remote.push(nil, to: "migrate/r", expecting: main) == .done)
  }

  @Test func worksOverGitsOwnProtocol() throws {
    let temporary = try repository()
    let port = try freePort()
    // The program itself: 'git daemon' would run it as a child that outlives it.
    let server = try Server(
      try temporary.git("--exec-path") + "/git-daemon",
      [
        "--listen=127.0.0.1", "--port=\(port)", "--base-path=\(temporary.container)",
        "--export-all", "--enable=receive-pack", "--reuseaddr",
      ], temporary.environment)
    try withExtendedLifetime(server) {
      try live(temporary, "git://127.0.0.1:\(port)/app")
    }
  }

  private static let sshPrograms = ["sshd", "ssh", "ssh-keygen"].compactMap(path)

  /// Whether a server can be started: one of root's needs a folder that only its service makes.
  private static let hasServer =
    sshPrograms.count == 3
    && (getuid() != 0 || FileManager.default.fileExists(atPath: "/run/sshd"))

  @Test(.enabled(if: hasServer, "NOT TRIED OVER SSH: no sshd can be started here"))
  func worksOverSSH() throws {
    let temporary = try repository()
    let folder = temporary.container + "/ssh"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    for name in ["host", "user"] {
      let made = try Subprocess(
        Self.sshPrograms[2], ["-q", "-t", "ed25519", "-N", "", "-f", "\(folder)/\(name)"],
        environment: temporary.environment
      ).run()
      #expect(made.succeeded)
    }
    let port = try freePort()
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
    let server = try Server(
      Self.sshPrograms[0], ["-D", "-e", "-f", folder + "/config"], temporary.environment)
    temporary.environment["GIT_SSH_COMMAND"] =
      "\(Self.sshPrograms[1]) -F none -i \(folder)/user -o IdentitiesOnly=yes"
      + " -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o BatchMode=yes"
    try withExtendedLifetime(server) {
      try live(temporary, "ssh://\(NSUserName())@127.0.0.1:\(port)\(temporary.path)")
    }
  }
}
