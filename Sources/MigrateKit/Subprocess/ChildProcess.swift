#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A running child; ended and reaped when its owner ends.
struct ChildProcess: ~Copyable {
  private let program: String
  private var isReaped = false
  private let leadsSession: Bool
  private var child: StartedChild

  /// Starts the program at the path.
  init(_ request: Subprocess, path: String) throws(SubprocessError) {
    leadsSession = request.leadsSession
    if request.leadsSession {
      child = try ProcessSession.start { () throws(SubprocessError) in
        try StartedChild(request, path: path, startsSession: true)
      }
    } else {
      child = try StartedChild(request, path: path)
    }
    program = request.program
  }

  deinit {
    guard !isReaped else { return }
    if leadsSession {
      ProcessSession.end(child.identifier)
      return
    }
    kill(-child.identifier, SIGKILL)
    var status: Int32 = 0
    while waitpid(child.identifier, &status, 0) == -1 && errno == EINTR {}
  }

  /// Feeds the child, takes what it writes, and waits for its end.
  mutating func finish(
    _ request: Subprocess, standardInput: [UInt8]
  ) throws(SubprocessError) -> SubprocessResult {
    let end = ContinuousClock.now.advanced(by: request.deadline)
    var written = 0
    var standardOutput: [UInt8] = []
    var standardError: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    if standardInput.isEmpty { child.input = nil }

    while child.output != nil || child.errors != nil {
      guard ContinuousClock.now < end else {
        throw .timedOut(program: program, deadline: request.deadline)
      }
      var polled = [
        pollfd(fd: child.input?.number ?? -1, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: child.output?.number ?? -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: child.errors?.number ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      let ready = poll(&polled, 3, StartedChild.milliseconds(until: end))
      if ready < 0 && errno != EINTR {
        throw .inputOutput(program: program, reason: FileDescriptor.message(errno))
      }
      guard ready > 0 else { continue }
      if polled[0].revents != 0, let number = child.input?.number {
        written += StartedChild.write(standardInput[written...], to: number) ?? standardInput.count
        if written >= standardInput.count { child.input = nil }
      }
      if polled[1].revents != 0, let number = child.output?.number {
        let count = read(number, &buffer, buffer.count)
        if count > 0 {
          guard standardOutput.count + count <= request.outputLimit else {
            throw .outputTooLarge(program: program, limit: request.outputLimit)
          }
          standardOutput.append(contentsOf: buffer[..<count])
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
          child.output = nil
        }
      }
      if polled[2].revents != 0, let number = child.errors?.number {
        let count = read(number, &buffer, buffer.count)
        if count > 0 {
          let room = min(count, request.errorLimit - standardError.count)
          standardError.append(contentsOf: buffer[..<room])
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
          child.errors = nil
        }
      }
    }
    child.input = nil
    return SubprocessResult(
      termination: try reap(before: end, deadline: request.deadline),
      standardOutput: standardOutput, standardError: standardError)
  }

  /// Waits for a child that has closed its pipes; most end at once.
  private mutating func reap(
    before end: ContinuousClock.Instant, deadline: Duration
  ) throws(SubprocessError) -> SubprocessResult.Termination {
    var status: Int32 = 0
    var pause: UInt32 = 50
    while true {
      if leadsSession {
        if ProcessSession.hasEnded(child.identifier) {
          status = ProcessSession.endGently(child.identifier)
          break
        }
      }
      let result = leadsSession ? 0 : waitpid(child.identifier, &status, WNOHANG)
      if result == child.identifier { break }
      if result == -1 && errno != EINTR {
        isReaped = true
        throw .inputOutput(program: program, reason: FileDescriptor.message(errno))
      }
      guard ContinuousClock.now < end else {
        throw .timedOut(program: program, deadline: deadline)
      }
      usleep(pause)
      pause = min(pause * 2, 10_000)
    }
    isReaped = true
    let signal = status & 0x7F
    return signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
  }
}
