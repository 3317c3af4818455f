internal import Foundation
internal import Synchronization

/// Talks JSON to one server: retries, spacing, paging, and errors with the server's words.
///
/// Keys are in snake case on the wire and in camel case here.
/// Credentials go to the server of the base address only, whatever a redirection or a link says.
final class ForgeConnection: Sendable {
  /// How often a request is sent that may be sent again.
  static let attempts = 4
  /// The seconds between two requests that write, which GitHub asks for.
  static let spacing: Int64 = 1
  /// The most seconds that are waited at once because a forge says so.
  static let longestWait: Int64 = 120
  /// The most redirections that are followed for one request.
  static let redirectionLimit = 3
  /// The most pages that are read of one list.
  static let pageLimit = 100
  /// The most following pages that are read in all: lists are asked for branch by branch.
  static let followingLimit = 500

  /// The address that paths are added to, without a final slash.
  let base: String
  private let name: String
  private let headers: [HTTPHeader]
  private let credentials: HTTPCredentials?
  private let transport: any HTTPTransport
  private let clock: ForgeClock
  private let paging: ForgePaging
  private let permissions: String
  private let lastWrite = Mutex<Int64>(.min)
  private let following = Mutex<Int>(0)

  /// Prepares a connection.
  ///
  /// - Parameter permissions: what a token needs, as the end of "give the token …".
  init(
    name: String, base: String, headers: [HTTPHeader], credentials: HTTPCredentials?,
    paging: ForgePaging, permissions: String, transport: any HTTPTransport, clock: ForgeClock
  ) {
    var base = base
    while base.hasSuffix("/") { base.removeLast() }
    self.name = name
    self.base = base
    self.headers = headers
    self.credentials = credentials
    self.transport = transport
    self.clock = clock
    self.paging = paging
    self.permissions = permissions
  }

  /// An answer with the request that it is for.
  struct Answer {
    var place: String
    var response: HTTPResponse
  }

  /// Sends a request; a status of 400 or more is an error.
  ///
  /// - Parameter path: below the base address, or a whole address on the same server.
  func send(
    _ method: String, _ path: String, query: KeyValuePairs<String, String> = [:],
    body: (any Encodable)? = nil
  ) throws(ForgeError) -> Answer {
    let place = "\(name): \(method) \(path.hasPrefix("/") ? path : "a following page")"
    var request = HTTPRequest(
      method, address(path, query), headers: headers, credentials: credentials)
    if let body {
      request.headers.append(HTTPHeader("Content-Type", "application/json"))
      request.body = try Self.encoded(body, at: place)
    }
    let mayRepeat = method != "POST"
    var redirections = 0
    var attempt = 1
    while true {
      if method != "GET" { space() }
      do throws(ForgeError) {
        let response = try once(request, at: place)
        if (300..<400).contains(response.status), let target = response.header("Location") {
          redirections += 1
          guard redirections <= Self.redirectionLimit else {
            throw ForgeError(
              .malformed, at: place,
              "\(response.status): the server redirects again and again, now to "
                + "'\(redacted(target))'",
              remedy: "check the base address")
          }
          request.url = try sameServer(target, at: place)
          continue
        }
        try check(response, at: place)
        return Answer(place: place, response: response)
      } catch {
        guard attempt < Self.attempts, let pause = pause(after: error, attempt, mayRepeat) else {
          throw error
        }
        attempt += 1
        clock.wait(pause)
      }
    }
  }

  /// Sends a request and reads the answer.
  func send<Value: Decodable>(
    _ method: String, _ path: String, query: KeyValuePairs<String, String> = [:],
    body: (any Encodable)? = nil, as type: Value.Type
  ) throws(ForgeError) -> Value {
    try decode(try send(method, path, query: query, body: body), as: type)
  }

  /// Reads a list to its last page.
  ///
  /// - Parameter takesNewest: whether what stands on the first pages will do.
  /// - Throws: an error for a list that goes on and on, since no decision may rest on a part.
  func list<Item: Decodable>(
    _ path: String, query: KeyValuePairs<String, String>, of type: Item.Type,
    takesNewest: Bool = false
  ) throws(ForgeError) -> [Item] {
    let first = address(path, query)
    var answer = try send("GET", path, query: query)
    var items = try decode(answer, as: [Item].self)
    var found = items.count
    var seen: Set<String> = []
    for page in 1..<Self.pageLimit {
      let step = paging.step(
        after: answer.response, page: page, found: found, sum: items.count)
      if step == .end { return items }
      if !takesNewest { try countFollowing(at: answer.place) }
      switch step {
      case .end: break
      case .address(let next):
        guard seen.insert(next).inserted else {
          throw endless("a page of the list follows itself", at: answer.place)
        }
        answer = try send("GET", try sameServer(next, at: answer.place))
      case .page(let number):
        answer = try send("GET", first + (query.isEmpty ? "?" : "&") + "page=\(number)")
      }
      let next = try decode(answer, as: [Item].self)
      found = next.count
      items += next
    }
    let step = paging.step(
      after: answer.response, page: Self.pageLimit, found: found, sum: items.count)
    guard takesNewest || step == .end else {
      throw endless("the list goes on after \(Self.pageLimit) pages", at: answer.place)
    }
    return items
  }

  private func countFollowing(at place: String) throws(ForgeError) {
    let count = following.withLock { count -> Int in
      count += 1
      return count
    }
    guard count > Self.followingLimit else { return }
    throw endless("the lists of this run go on after \(Self.followingLimit) pages", at: place)
  }

  private func endless(_ what: String, at place: String) -> ForgeError {
    ForgeError(
      .malformed, at: place, what,
      remedy: "nothing is decided by a part of it; check what the server or a proxy answers")
  }

  /// Percent-encodes one component of a path or query.
  static func encoded(_ text: String) -> String {
    let plain = CharacterSet(
      charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
    return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }

  // MARK: Sending

  private func once(
    _ request: HTTPRequest, at place: String
  ) throws(ForgeError) -> HTTPResponse {
    do throws(HTTPError) {
      return try transport.send(request)
    } catch {
      throw ForgeError(
        .unavailable, at: place, redacted(error.description),
        remedy: "check the address and the network, or run again later",
        retryAfter: error.mayHaveArrived ? nil : 0)
    }
  }

  /// How many seconds to wait before sending again; nil to give up.
  private func pause(after error: ForgeError, _ attempt: Int, _ mayRepeat: Bool) -> Int64? {
    switch error.cause {
    case .limited:
      guard let seconds = error.retryAfter, seconds <= Self.longestWait else { return nil }
      return max(1, seconds)
    case .unavailable:
      // A request that may have been carried out is not sent twice.
      guard mayRepeat || error.retryAfter == 0 else { return nil }
      return Int64(1) << Int64(attempt - 1)
    default: return nil
    }
  }

  private func space() {
    let now = clock.now()
    let pause = lastWrite.withLock { last -> Int64 in
      let next = last == .min ? now : max(now, last + Self.spacing)
      last = next
      return next - now
    }
    if pause > 0 { clock.wait(pause) }
  }

  private func address(_ path: String, _ query: KeyValuePairs<String, String>) -> String {
    var address = path.hasPrefix("/") ? base + path : path
    if !query.isEmpty {
      address +=
        "?"
        + query.map { "\(Self.encoded($0.key))=\(Self.encoded($0.value))" }
        .joined(separator: "&")
    }
    return address
  }

  private func sameServer(_ target: String, at place: String) throws(ForgeError) -> String {
    let server = Self.server(of: base)
    if target.hasPrefix("/"), !target.hasPrefix("//") { return server + target }
    guard Self.server(of: target) == server else {
      throw ForgeError(
        .malformed, at: place, "the server points to another one: '\(redacted(target))'",
        remedy: "check the project's name and the base address")
    }
    return target
  }

  /// The scheme, host and port of an address.
  static func server(of address: String) -> String {
    guard let scheme = address.firstRange(of: "://") else { return "" }
    let rest = address[scheme.upperBound...].prefix { !"/?#".contains($0) }
    return String(address[..<scheme.upperBound] + rest).lowercased()
  }

  /// The address of the pages for people: the base without the path of the API at its end.
  func site(withoutAPI path: String) -> String {
    base.hasSuffix(path) ? String(base.dropLast(path.count)) : Self.server(of: base)
  }

  // MARK: Answers

  private func check(_ response: HTTPResponse, at place: String) throws(ForgeError) {
    guard response.status >= 300 else { return }
    let words = redacted(ServerMessage.text(in: response.body))
    let detail = "\(response.status)" + (words.isEmpty ? "" : ": \(words)")
    if let seconds = RateLimit.wait(asked: response, words: words, now: clock.now()) {
      throw ForgeError(
        .limited, at: place, detail,
        remedy: "the next run goes on from here", retryAfter: seconds)
    }
    let (cause, remedy): (ForgeError.Cause, String) =
      switch response.status {
      case 401: (.unauthorized, "check the token, or make a new one")
      case 403: (.forbidden, "give the token \(permissions)")
      case 404: (.notFound, "check the project's name, and that the token may see it")
      case 410: (.gone, "")
      case 409: (.alreadyThere, "")
      case 500...599: (.unavailable, "run again later")
      default: (.invalid, "")
      }
    throw ForgeError(cause, at: place, detail, remedy: remedy)
  }

  private func decode<Value: Decodable>(
    _ answer: Answer, as type: Value.Type
  ) throws(ForgeError) -> Value {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    do {
      return try decoder.decode(type, from: Data(answer.response.body))
    } catch {
      throw ForgeError(
        .malformed, at: answer.place, "the answer cannot be read: \(Self.reason(error))",
        remedy: "check that the base address is that of the API")
    }
  }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, _): "it has no '\(key.stringValue)'"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      "'\(context.codingPath.map(\.stringValue).joined(separator: "."))' is of another type"
    default: "it is not JSON"
    }
  }

  private static func encoded(
    _ body: any Encodable, at place: String
  ) throws(ForgeError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    do {
      return Array(try encoder.encode(body))
    } catch {
      throw ForgeError(.invalid, at: place, "the request cannot be written as JSON")
    }
  }

  private func redacted(_ text: String) -> String {
    credentials?.secret.redacted(from: text) ?? text
  }
}
