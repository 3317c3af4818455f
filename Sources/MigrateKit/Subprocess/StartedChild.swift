#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A child that has just been started, with our ends of its three pipes.
///
/// Whoever owns it ends and reaps the child.
struct StartedChild: ~Copyable {
  /// The process; also its process group.
  let identifier: pid_t
  var input: FileDescriptor?
  var output: FileDescriptor?
  var errors: FileDescriptor?

  /// Starts the program at the path.
  ///
  /// - Parameter startsSession: whether the child leads a session of its own, without a terminal;
  ///   otherwise it only leads a process group.
  init(
    _ request: Subprocess, path: String, startsSession: Bool = false
  ) throws(SubprocessError) {
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
      &child, path: path, words: words, variables: variables, folder: folder, moves: moves,
      startsSession: startsSession)
    guard code == 0 else {
      throw .notStarted(program: request.program, reason: FileDescriptor.message(code))
    }
    identifier = child
    self.input = input.writeEnd.take()
    self.output = output.readEnd.take()
    self.errors = errors.readEnd.take()
    self.input?.setNonBlocking()
    self.output?.setNonBlocking()
    self.errors?.setNonBlocking()
  }

  private static let busyRetries = 50

  private static func spawn(
    _ child: inout pid_t, path: String, words: [String], variables: [String], folder: String?,
    moves: [(from: Int32, to: Int32)], startsSession: Bool
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
    var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    // The leader of a session leads its process group already.
    flags |= startsSession ? SpawnExtensions.setSession : Int32(POSIX_SPAWN_SETPGROUP)
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
        var code = posix_spawn(&child, path, &actions, &attributes, argv, envp)
        // Another thread's child may for a moment hold a file open that was just written.
        for _ in 0..<Self.busyRetries where code == ETXTBSY {
          usleep(2_000)
          code = posix_spawn(&child, path, &actions, &attributes, argv, envp)
        }
        return code
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

  /// Writes as much as fits; nil when the child no longer reads, which is its own business.
  static func write(_ bytes: ArraySlice<UInt8>, to number: Int32) -> Int? {
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

  static func milliseconds(until end: ContinuousClock.Instant) -> Int32 {
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
