import Synchronization

/// One process of a plugin that has shaken hands.
///
/// One thread at a time talks to it. The process, everything it started and its working folder
/// go with their owner.
final class PluginProcess: Sendable {
  private struct State: ~Copyable {
    var conversation: LineConversation
    let folder: TemporaryFolder
    var requests = 0
  }

  /// What it said of itself.
  let hello: PluginHello
  private let limits: PluginLimits
  private let state: Mutex<State>

  /// Starts a process and shakes hands.
  init(
    _ program: PluginProgram, in runFolder: String, _ group: SessionGroup, limits: PluginLimits
  ) throws(PluginFault) {
    guard let folder = TemporaryFolder(in: runFolder, prefix: "work-") else {
      throw PluginFault(.crashed, "has no working folder: '\(runFolder)' cannot be written to")
    }
    let request = Subprocess(
      program.path, program.arguments,
      environment: [
        "PATH": program.searchPath, "HOME": folder.path, "TMPDIR": folder.path, "LANG": "C.UTF-8",
      ], workingFolder: folder.path)
    var conversation: LineConversation
    do {
      conversation = try LineConversation(request, in: group)
    } catch {
      throw PluginFault(.crashed, "does not start: \(error.cause)")
    }
    let hello: PluginHello
    switch try Self.answer(
      to: .hello(protocol: PluginProtocol.version), &conversation, limits.handshake, limits)
    {
    case .hello(let answer): hello = answer
    case .error(_, let message): throw PluginFault(.refused, "says: \(message.prefix(1_000))")
    case .findings: throw PluginFault(.badReply, "answered 'findings' where 'hello' was asked for")
    }
    guard hello.version == PluginProtocol.version else {
      throw PluginFault(
        .badReply,
        "speaks version \(hello.version) of the protocol, and this program version"
          + " \(PluginProtocol.version): update the older one")
    }
    self.hello = hello
    self.limits = limits
    state = Mutex(State(conversation: conversation, folder: folder))
  }

  /// Asks about a file.
  ///
  /// - Throws: what the plugin did wrong. After any reason but `refused` the process is of no
  ///   further use.
  func ask(_ check: PluginCheck) throws(PluginFault) -> PluginFindings {
    try state.withLock { state throws(PluginFault) in
      state.requests += 1
      var check = check
      check.id = state.requests
      switch try Self.answer(to: .check(check), &state.conversation, limits.reply, limits) {
      case .findings(let findings):
        guard findings.id == check.id else {
          throw PluginFault(
            .badReply, "answered request \(findings.id) where \(check.id) was asked")
        }
        return findings
      case .error(let id, let message):
        guard id == nil || id == check.id else {
          throw PluginFault(.badReply, "answered request \(id ?? 0) where \(check.id) was asked")
        }
        throw PluginFault(.refused, "says: \(message.prefix(1_000))")
      case .hello:
        throw PluginFault(.badReply, "answered 'hello' where 'findings' was asked for")
      }
    }
  }

  private static func answer(
    to request: PluginRequest, _ conversation: inout LineConversation, _ deadline: Duration,
    _ limits: PluginLimits
  ) throws(PluginFault) -> PluginReply {
    let line: [UInt8]
    do {
      line = try PluginProtocol.line(request)
    } catch {
      throw PluginFault(.badReply, error.message)
    }
    let answer: [UInt8]
    do {
      answer = try conversation.exchange(line, deadline: deadline, limit: limits.replyBytes)
    } catch {
      throw PluginFault(error)
    }
    do {
      return try PluginProtocol.read(PluginReply.self, from: answer)
    } catch {
      throw PluginFault(.badReply, "answered with a line that is no message: \(error.message)")
    }
  }
}

extension SubprocessError {
  /// Why there is no process, without its name.
  fileprivate var cause: String {
    switch self {
    case .notStarted(_, let reason), .inputOutput(_, let reason): reason
    default: description
    }
  }
}
