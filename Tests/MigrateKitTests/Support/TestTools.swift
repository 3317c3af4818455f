#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
import Foundation
import MigrateKit

/// Programs of others that tests need, which 'Scripts/setup --tests' installs.
enum TestTools {
  /// Where a program is; nil when it is not here.
  static func path(of program: String) -> String? {
    let folders =
      [Checkout.root + "/.build/validators/bin"]
      + (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
      + ["/usr/sbin", "/usr/local/sbin"]
    return folders.map { $0 + "/" + program }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Whether a test with some programs is run: where all of them are wanted it fails without them.
  static func canTry(_ programs: String...) -> Bool {
    ProcessInfo.processInfo.environment["MIGRATE_TEST_TOOLS"] == "required"
      || programs.allSatisfy { path(of: $0) != nil }
  }

  /// Whether nothing here holds a server of root's back: its service makes a folder that it needs.
  static var canServeSSH: Bool {
    canTry("sshd", "ssh", "ssh-keygen")
      && (getuid() != 0 || FileManager.default.fileExists(atPath: "/run/sshd")
        || FileManager.default.isWritableFile(atPath: "/run"))
  }
}

/// A server of others that ends with the test, and with all it started.
final class ServerProcess {
  private let identifier: pid_t
  private var isOver = false

  /// Starts a program in a process group of its own; its output goes to a file.
  ///
  /// - Parameter isServer: whether it is also ended when the tests are killed and cannot do so.
  init(
    _ program: String, _ arguments: [String], _ environment: [String: String], log: String,
    isServer: Bool = true
  ) throws {
    var program = program
    var arguments = arguments
    if isServer, let timeout = TestTools.path(of: "timeout") {
      arguments = ["-k", "1", "600", program] + arguments
      program = timeout
    }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The threads of tests block signals, and a process begins with what its thread blocks.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var standard = sigset_t()
    sigemptyset(&standard)
    for signal in [SIGTERM, SIGINT, SIGHUP, SIGPIPE, SIGCHLD] { sigaddset(&standard, signal) }
    posix_spawnattr_setsigdefault(&attributes, &standard)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in words + variables { free(word) } }
    var identifier = pid_t()
    let status = posix_spawn(&identifier, program, &actions, &attributes, &words, &variables)
    guard status == 0 else {
      throw TestFailure("\(program) cannot be started: \(String(cString: strerror(status)))")
    }
    self.identifier = identifier
  }

  deinit { end() }

  /// Ends the group; returns whether nothing of it is left.
  @discardableResult
  func end() -> Bool {
    if isOver { return true }
    isOver = true
    kill(-identifier, SIGKILL)
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) == -1, errno == EINTR {}
    for _ in 0..<200 {
      // What the server started is reaped by others, soon after.
      if kill(-identifier, 0) == -1, errno == ESRCH { return true }
      usleep(10_000)
    }
    return Self.running(inGroup: identifier).isEmpty
  }

  /// The processes of a group that still run: those that ended and that nobody reaps do not count.
  private static func running(inGroup group: pid_t) -> [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.filter { name in
      guard Int(name) != nil,
        let line = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
        let end = line.lastIndex(of: ")")
      else { return false }
      let fields = line[line.index(after: end)...].split(separator: " ")
      return fields.count > 2 && fields[0] != "Z" && Int(fields[2]) == Int(group)
    }
  }

  /// Sends a signal and returns the status that the program ends with; nil when it does not soon.
  func end(by signal: Int32) -> Int32? {
    kill(identifier, signal)
    var status: Int32 = 0
    for _ in 0..<3000 {
      if waitpid(identifier, &status, WNOHANG) == identifier {
        isOver = true
        kill(-identifier, SIGKILL)
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
      }
      usleep(10_000)
    }
    return nil
  }

  /// Waits until somebody listens on a port of the loopback.
  static func awaitListener(on port: Int) throws {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    for _ in 0..<1000 {
      let number = socket(AF_INET, kind, 0)
      defer { close(number) }
      let status = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      if status == 0 { return }
      usleep(20_000)
    }
    throw TestFailure("nobody listens on port \(port)")
  }

  /// A port of the loopback that nobody listens on.
  static func freePort() throws -> Int {
    let server = try LoopbackServer { _ in HTTPResponse(status: 200) }
    server.stop()
    return server.port
  }
}
