import MigrateKit
import Synchronization

/// What goes wrong between the bot and the world, decided by a seed.
final class Faults: Sendable {
  struct State {
    var generator: SeededGenerator
    /// The steps left until the process is killed; nil when it is not.
    var stepsToLive: Int?
    var isDead = false
    /// How often a request fails: once in so many; 0 for never.
    var failureRate = 0
    /// Run once in the middle of a run, after some steps.
    var interruption: (steps: Int, body: @Sendable () -> Void)?
  }

  let state: Mutex<State>

  init(seed: UInt64) { state = Mutex(State(generator: SeededGenerator(seed))) }

  /// Counts a step; returns whether the process is dead.
  func step() -> Bool {
    let interruption = state.withLock { state -> (@Sendable () -> Void)? in
      if let left = state.stepsToLive {
        if left <= 0 { state.isDead = true }
        state.stepsToLive = left - 1
      }
      guard let (steps, body) = state.interruption else { return nil }
      if steps > 0 {
        state.interruption = (steps - 1, body)
        return nil
      }
      state.interruption = nil
      return body
    }
    interruption?()
    return state.withLock { $0.isDead }
  }

  enum Failure: CaseIterable {
    case refusedBefore, lostBefore, lostAfter, brokenAfter, limited, secondary
  }

  func failure() -> Failure? {
    state.withLock { state in
      guard state.failureRate > 0, state.generator.isOne(in: state.failureRate) else { return nil }
      return Failure.allCases.randomElement(using: &state.generator)
    }
  }
}

/// A transport to a fake server on which requests fail.
struct FaultyTransport: HTTPTransport {
  let server: FakeGitHub
  let faults: Faults
  let secret: String

  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    if faults.step() { throw HTTPError("the process is dead", mayHaveArrived: false) }
    switch faults.failure() {
    case nil: break
    case .refusedBefore:
      return FakeGitHub.answer(502, ["message": "Bad Gateway, your token was \(secret)"])
    case .lostBefore: throw HTTPError("cannot connect with \(secret)", mayHaveArrived: false)
    case .lostAfter:
      _ = try server.send(request)
      throw HTTPError("the connection was closed", mayHaveArrived: true)
    case .brokenAfter:
      _ = try server.send(request)
      return FakeGitHub.answer(500, ["message": "Server Error"])
    case .limited:
      var answer = FakeGitHub.answer(429, ["message": "Too Many Requests"])
      answer.headers.append(HTTPHeader("Retry-After", "30"))
      return answer
    case .secondary:
      return FakeGitHub.answer(
        403, ["message": "You have exceeded a secondary rate limit. \(secret)"])
    }
    let answer = try server.send(request)
    // Killed after the server did it and before the bot knows.
    if faults.step() { throw HTTPError("the process is dead", mayHaveArrived: true) }
    return answer
  }
}

/// A remote that a dead process cannot reach, with what is to be told of every push.
struct MortalRemote: BranchRemote {
  let remote: GitRemote
  let faults: Faults
  let pushed: @Sendable (_ branch: String, _ commit: ObjectID?, _ old: ObjectID?) -> Void

  private static let dead = GitError(.remote, at: "remote", "the process is dead")

  func observe(base: String?, prefix: String) throws(GitError) -> RemoteObservation {
    if faults.step() { throw Self.dead }
    return try remote.observe(base: base, prefix: prefix)
  }

  func push(
    _ commit: ObjectID?, to branch: String, expecting expected: ObjectID?,
    proposing proposal: PushProposal?
  ) throws(GitError) -> RemotePush {
    if faults.step() { throw Self.dead }
    let answer = try remote.push(
      commit, to: branch, expecting: expected, proposing: proposal)
    if answer == .done { pushed(branch, commit, expected) }
    if faults.step() { throw Self.dead }
    return answer
  }

  func announce(
    _ commit: ObjectID, expecting expected: ObjectID?
  ) throws(GitError) -> RemotePush {
    if faults.step() { throw Self.dead }
    let answer = try remote.announce(commit, expecting: expected)
    if faults.step() { throw Self.dead }
    return answer
  }
}
