import Foundation
import MigrateKit
import Synchronization

/// Answers requests from a list and keeps what was asked.
final class ScriptedTransport: HTTPTransport {
  /// One answer, or the lack of one.
  enum Step: Sendable {
    case answer(HTTPResponse)
    case failure(HTTPError)

    /// An answer with a body of JSON.
    static func json(_ status: Int, _ body: String, _ headers: [HTTPHeader] = []) -> Step {
      .answer(HTTPResponse(status: status, headers: headers, body: Array(body.utf8)))
    }
  }

  private let steps: Mutex<[Step]>
  private let asked = Mutex<[HTTPRequest]>([])
  let waits = Mutex<[Int64]>([])

  init(_ steps: [Step]) { self.steps = Mutex(steps) }

  /// The requests so far, as method, address and body.
  var requests: [String] {
    asked.withLock { requests in
      requests.map { request in
        let body = request.body.map { " " + String(decoding: $0, as: UTF8.self) } ?? ""
        return "\(request.method) \(request.url)\(body)"
      }
    }
  }

  /// A clock that stands still and notes what is waited for.
  var clock: ForgeClock {
    ForgeClock(
      now: { 1_800_000_000 }, wait: { [self] seconds in waits.withLock { $0.append(seconds) } })
  }

  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    asked.withLock { $0.append(request) }
    let step = steps.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    switch step {
    case .answer(let response): return response
    case .failure(let error): throw error
    case nil: throw HTTPError("no answer is left", mayHaveArrived: true)
    }
  }
}
