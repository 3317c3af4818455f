#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A started child with our ends of its three pipes; ended and reaped when its owner ends.
struct ChildProcess: ~Copyable {
  private let program: String
  private let identifier: pid_t
  private var isReaped = false
  private var input: FileDescriptor?
  private var output: FileDescriptor?
  private var errors: FileDescriptor?

  /// Starts the program at the path.
  init(_ request: Subprocess, path: String) throws(SubprocessError) {
    let words = [request.program] + request.arguments
    let variables = request.environment.map { $0.key + "=" + $0.value }.sorted()
    let folder = request.workingFolder
    for text in words + variables + [path, folder ?? ""] where text.utf8.contains(0) {
      throw .notStarted(program: request.program, reason: "an argument holds a NUL byte")
    }
    guard var input = Pipe(), var output = Pipe(), var errors = Pipe() else {
      throw .notStarted(program: request.program, reason: FileDescriptor.message(errno))
    }
    var child: pid_t = 0
    let moves = [
      (input.readEnd?.number ?? -1, Int32(0)), (output.writeEnd?.number ?? -1, Int32(1)),
      (errors.writeEnd?.number ?? -1, Int32(2)),
    ]
    let code = Self.spawn(
      &child, path: path, words: words, variables: variables, folder: folder, moves: moves)
    guard code == 0 else {
      throw .notStarted(program: request.program, reason: FileDescriptor.message(code))
    }
    program = request.program
    identifier = child
    self.input = input.writeEnd.take()
    self.output = output.readEnd.take()
    self.errors = errors.readEnd.take()
  }

  deinit {
    guard !isReaped else { return }
    kill(-identifier, SIGKILL)
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) == -1 && errno == EINTR {}
  }

  private static func spawn(
    _ child: inout pid_t, path: String, words: [String], variables: [String], folder: String?,
    moves: [(from: Int32, to: Int32)]
  ) -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    var flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    var code: Int32 = 0
    for move in moves where code == 0 {
      code = posix_spawn_file_actions_adddup2(&actions, move.from, move.to)
    }
    if let folder, code == 0 { code = SpawnExtensions.changeFolder(&actions, folder) }
    #if canImport(Darwin)
      flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
      if code == 0 { code = SpawnExtensions.closeAll(&actions, from: 3) }
    #endif
    guard code == 0 else { return code }

    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    sigdelset(&all, SIGKILL)
    sigdelset(&all, SIGSTOP)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    code = posix_spawnattr_setflags(&attributes, Int16(flags))
    guard code == 0 else { return code }

    return withCStrings(words) { argv in
      withCStrings(variables) { envp in
        posix_spawn(&child, path, &actions, &attributes, argv, envp)
      }
    }
  }

  private static func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = strings.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    pointers.append(nil)
    return pointers.withUnsafeBufferPointer { buffer in
      var empty: UnsafeMutablePointer<CChar>?
      return withUnsafePointer(to: &empty) { body(buffer.baseAddress ?? $0) }
    }
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
    input?.setNonBlocking()
    output?.setNonBlocking()
    errors?.setNonBlocking()
    if standardInput.isEmpty { input = nil }

    while output != nil || errors != nil {
      guard ContinuousClock.now < end else {
        throw .timedOut(program: program, deadline: request.deadline)
      }
      var polled = [
        pollfd(fd: input?.number ?? -1, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: output?.number ?? -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: errors?.number ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      let ready = poll(&polled, 3, Self.milliseconds(until: end))
      if ready < 0 && errno != EINTR {
        throw .inputOutput(program: program, reason: FileDescriptor.message(errno))
      }
      guard ready > 0 else { continue }
      if polled[0].revents != 0, let number = input?.number {
        written += Self.write(standardInput[written...], to: number) ?? standardInput.count
        if written >= standardInput.count { input = nil }
      }
      if polled[1].revents != 0, let number = output?.number {
        let count = read(number, &buffer, buffer.count)
        if count > 0 {
          guard standardOutput.count + count <= request.outputLimit else {
            throw .outputTooLarge(program: program, limit: request.outputLimit)
          }
          standardOutput.append(contentsOf: buffer[..<count])
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
          output = nil
        }
      }
      if polled[2].revents != 0, let number = errors?.number {
        let count = read(number, &buffer, buffer.count)
        if count > 0 {
          let room = min(count, request.errorLimit - standardError.count)
          standardError.append(contentsOf: buffer[..<room])
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
          errors = nil
        }
      }
    }
    input = nil
    return SubprocessResult(
      termination: try reap(before: end, deadline: request.deadline),
      standardOutput: standardOutput, standardError: standardError)
  }

  /// Writes as much as fits; nil when the child no longer reads, which is its own business.
  private static func write(_ bytes: ArraySlice<UInt8>, to number: Int32) -> Int? {
    #if canImport(Darwin)
      _ = fcntl(number, F_SETNOSIGPIPE, 1)
      let count = bytes.withUnsafeBytes { Darwin.write(number, $0.baseAddress, $0.count) }
      let code = errno
    #else
      // SIGPIPE is raised on the writing thread: block it here and take it back if it came.
      var pipeSignal = sigset_t()
      var before = sigset_t()
      var pending = sigset_t()
      sigemptyset(&pipeSignal)
      sigaddset(&pipeSignal, SIGPIPE)
      sigpending(&pending)
      let wasPending = sigismember(&pending, SIGPIPE) == 1
      pthread_sigmask(SIG_BLOCK, &pipeSignal, &before)
      let count = bytes.withUnsafeBytes { systemWrite(number, $0.baseAddress, $0.count) }
      let code = errno
      if count < 0 && code == EPIPE && !wasPending {
        var none = timespec()
        sigtimedwait(&pipeSignal, nil, &none)
      }
      pthread_sigmask(SIG_SETMASK, &before, nil)
    #endif
    if count >= 0 { return count }
    return code == EAGAIN || code == EINTR ? 0 : nil
  }

  /// Waits for a child that has closed its pipes; most end at once.
  private mutating func reap(
    before end: ContinuousClock.Instant, deadline: Duration
  ) throws(SubprocessError) -> SubprocessResult.Termination {
    var status: Int32 = 0
    var pause: UInt32 = 50
    while true {
      let result = waitpid(identifier, &status, WNOHANG)
      if result == identifier { break }
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

  private static func milliseconds(until end: ContinuousClock.Instant) -> Int32 {
    let parts = ContinuousClock.now.duration(to: end).components
    let milliseconds = Double(parts.seconds) * 1000 + Double(parts.attoseconds) / 1e15
    return Int32(max(1, min(milliseconds.rounded(.up), 60_000)))
  }
}

#if canImport(Glibc)
  private let systemWrite = Glibc.write
#elseif canImport(Musl)
  private let systemWrite = Musl.write
#endif
