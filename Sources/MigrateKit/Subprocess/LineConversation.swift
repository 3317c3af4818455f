#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A running child that answers each line of input with one line of output.
///
/// It leads a session of its own. When its owner ends, so does everything that runs in it.
struct LineConversation: ~Copyable {
  /// The most bytes of standard error that are kept: the last ones.
  private static let errorLimit = 4 << 10
  /// The milliseconds after which a silent child is looked at.
  private static let glance: Int32 = 100
  private static let newline = UInt8(ascii: "\n")

  private let group: SessionGroup
  private var child: StartedChild
  private var received: [UInt8] = []
  private var errorTail: [UInt8] = []
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)

  /// Starts the program as one of a group.
  init(_ request: Subprocess, in group: SessionGroup) throws(SubprocessError) {
    self.group = group
    child = try group.start(request, path: try request.resolvedProgram())
  }

  deinit { group.end(child.identifier) }

  /// Sends a line and waits for the line that answers it; neither holds its line feed.
  ///
  /// - Throws: when there is not exactly one line of at most `limit` bytes before the deadline.
  ///   The conversation is then of no further use.
  mutating func exchange(
    _ line: [UInt8], deadline: Duration, limit: Int
  ) throws(ConversationError) -> [UInt8] {
    let end = ContinuousClock.now.advanced(by: deadline)
    let line = line + [Self.newline]
    var written = 0
    try refuseUnasked()
    while true {
      guard ContinuousClock.now < end else { throw .timedOut(deadline) }
      var polled = [
        pollfd(
          fd: written < line.count ? child.input?.number ?? -1 : -1, events: Int16(POLLOUT),
          revents: 0),
        pollfd(fd: child.output?.number ?? -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: child.errors?.number ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      let patience = min(StartedChild.milliseconds(until: end), Self.glance)
      let ready = poll(&polled, 3, patience)
      if ready < 0 && errno != EINTR { throw .failed(FileDescriptor.message(errno)) }
      // Something that it started may hold its output open.
      if ready == 0, hasEnded() { throw ended() }
      guard ready > 0 else { continue }
      if polled[2].revents != 0 { takeErrors() }
      if polled[0].revents != 0, let number = child.input?.number {
        guard let count = StartedChild.write(line[written...], to: number) else {
          child.input = nil
          continue
        }
        written += count
      }
      guard polled[1].revents != 0, let count = takeOutput() else { continue }
      guard count > 0 else { throw ended() }
      let fresh = received[(received.count - count)...]
      guard let feed = fresh.firstIndex(of: Self.newline) else {
        if received.count > limit { throw .tooLarge(limit) }
        continue
      }
      guard feed <= limit else { throw .tooLarge(limit) }
      guard feed + 1 == received.count else { throw .unasked }
      guard written == line.count else { throw .unread }
      received.removeLast()
      defer { received.removeAll(keepingCapacity: true) }
      return received
    }
  }

  /// Refuses what was written since the last answer.
  private mutating func refuseUnasked() throws(ConversationError) {
    takeErrors()
    switch takeOutput() {
    case nil: return
    case 0: throw ended()
    default: throw .unasked
    }
  }

  /// The number of bytes that came; 0 at the end of the stream, nil when there are none now.
  private mutating func takeOutput() -> Int? {
    guard let number = child.output?.number else { return 0 }
    let count = read(number, &buffer, buffer.count)
    if count > 0 {
      received.append(contentsOf: buffer[..<count])
      return count
    }
    return count < 0 && (errno == EAGAIN || errno == EINTR) ? nil : 0
  }

  private mutating func takeErrors() {
    guard let number = child.errors?.number else { return }
    let count = read(number, &buffer, buffer.count)
    if count > 0 {
      errorTail.append(contentsOf: buffer[..<count])
      errorTail.removeFirst(max(0, errorTail.count - Self.errorLimit))
    } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
      child.errors = nil
    }
  }

  private func hasEnded() -> Bool {
    var information = siginfo_t()
    return waitid(P_PID, id_t(child.identifier), &information, WEXITED | WNOWAIT | WNOHANG) == 0
      && information.si_signo == SIGCHLD
  }

  /// How the child ended, as far as it did.
  private mutating func ended() -> ConversationError {
    var information = siginfo_t()
    // Its streams are closed first, then the process ends.
    for _ in 0..<100 {
      let code = waitid(
        P_PID, id_t(child.identifier), &information, WEXITED | WNOWAIT | WNOHANG)
      guard code == 0 || errno == EINTR else { break }
      if information.si_signo == SIGCHLD { break }
      usleep(1_000)
    }
    takeErrors()
    let text = String(decoding: errorTail, as: UTF8.self)
    let last = text.split(whereSeparator: \.isNewline).last.map(String.init) ?? ""
    guard information.si_signo == SIGCHLD else { return .closed(errors: last) }
    let isExit = information.si_code == Int32(CLD_EXITED)
    return .ended(
      isExit ? .exited(Self.status(information)) : .signalled(Self.status(information)),
      errors: last)
  }

  private static func status(_ information: siginfo_t) -> Int32 {
    #if canImport(Darwin)
      information.si_status
    #else
      information._sifields._sigchld.si_status
    #endif
  }
}

/// Why a child gave no answer.
enum ConversationError: Error, Equatable, Sendable {
  /// There was no answer in time.
  case timedOut(Duration)
  /// The line has more bytes than allowed.
  case tooLarge(Int)
  /// It ended; the last line that it wrote to standard error says more.
  case ended(SubprocessResult.Termination, errors: String)
  /// It closed its output and runs on.
  case closed(errors: String)
  /// It wrote more than the one line that was asked for.
  case unasked
  /// It answered before it had read the line.
  case unread
  /// The system failed.
  case failed(String)
}
