import Foundation
import MigrateKit
import Synchronization

/// A GitHub of one project that lives as long as a test, over branches of a real repository.
final class FakeGitHub: HTTPTransport {
  /// A pull request as the server keeps it.
  struct Pull {
    var number: Int
    var head: String
    var base: String
    var title: String
    var body: String
    var isOpen = true
    var isMerged = false
    var isDraft: Bool
    var labels: Set<String> = []
    var openedAt: Int64
    var closedAt: Int64?
    var comments: [String] = []
    /// What the head held when it was last looked at, for a branch that is gone.
    var headCommit: String
  }

  /// An issue as the server keeps it.
  struct Issue {
    var number: Int
    var title: String
    var body: String
    var isOpen = true
    var labels: Set<String>
  }

  /// Everything the server keeps.
  struct State {
    var pulls: [Int: Pull] = [:]
    var issues: [Int: Issue] = [:]
    var next = 1
    var hasIssues = true
    var mayOpen = true
    var hasDrafts = true
    /// Every request that arrived, as method, address and body, without credentials.
    var log: [String] = []
    var writes = 0
    /// The number of open pull requests at each opening.
    var openedBeside: [Int] = []
  }

  let state = Mutex(State())
  private let secret: String
  private let owner = "o"
  private let now: @Sendable () -> Int64
  private let commit: @Sendable (String) -> String?

  /// Makes a server.
  ///
  /// - Parameter commit: what a branch of the repository holds.
  init(
    secret: String, now: @escaping @Sendable () -> Int64,
    commit: @escaping @Sendable (String) -> String?
  ) {
    self.secret = secret
    self.now = now
    self.commit = commit
  }

  func forge(through transport: (any HTTPTransport)? = nil, clock: ForgeClock) -> GitHubForge {
    GitHubForge(
      project: "o/r", base: "https://forge.test/api/v3", token: Secret(secret),
      transport: transport ?? self, clock: clock)
  }

  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    let body = String(decoding: request.body ?? [], as: UTF8.self)
    guard request.credentials?.secret.reveal() == secret else {
      let token = request.credentials?.secret.reveal() ?? ""
      return Self.answer(401, ["message": "Bad credentials: \(token)"])
    }
    settleBranches()
    return state.withLock { state in
      state.log.append("\(request.method) \(request.url) \(body)")
      if request.method != "GET" { state.writes += 1 }
      let site = "https://forge.test"
      let url = request.url.hasPrefix(site) ? request.url.dropFirst(site.count) : request.url[...]
      let parts = url.split(separator: "?")
      let path = parts.first?.split(separator: "/").map(String.init) ?? []
      var query: [String: String] = [:]
      for pair in (parts.dropFirst().first ?? "").split(separator: "&") {
        let sides = pair.split(separator: "=", maxSplits: 1)
        query[String(sides[0])] = sides.count > 1 ? String(sides[1]).removingPercentEncoding : ""
      }
      let object = (try? JSONSerialization.jsonObject(with: Data(request.body ?? []))) ?? [:]
      return answer(
        request.method, path, query, object as? [String: Any] ?? [:], &state)
    }
  }

  /// Closes pull requests whose branch is gone, as GitHub does.
  func settleBranches() {
    state.withLock { state in
      for (number, pull) in state.pulls where pull.isOpen {
        if let commit = commit(pull.head) {
          state.pulls[number]?.headCommit = commit
        } else {
          state.pulls[number]?.isOpen = false
          state.pulls[number]?.closedAt = now()
        }
        guard commit(pull.base) == nil else { continue }
        // A base that was merged and removed is followed; one that was only removed is not.
        if let below = state.pulls.values.first(where: { $0.head == pull.base && $0.isMerged }) {
          state.pulls[number]?.base = below.base
        } else {
          state.pulls[number]?.isOpen = false
          state.pulls[number]?.closedAt = now()
        }
      }
    }
  }

  private func answer(
    _ method: String, _ path: [String], _ query: [String: String], _ body: [String: Any],
    _ state: inout State
  ) -> HTTPResponse {
    if path == ["api", "graphql"] { return graph(body, &state) }
    let rest = Array(path.dropFirst(2))
    if rest == ["user"] { return Self.answer(200, ["login": "bot"]) }
    guard rest.starts(with: ["repos", "o", "r"]) else {
      return Self.answer(404, ["message": "Not Found"])
    }
    let number = rest.count > 4 ? Int(rest[4]) : nil
    switch (method, rest.count, rest.dropFirst(3).first, rest.dropFirst(5).first) {
    case ("GET", 3, nil, nil):
      return Self.answer(
        200,
        ["default_branch": "main", "has_issues": state.hasIssues, "archived": false])
    case ("GET", 4, "pulls", nil):
      let pulls = state.pulls.values.filter { "o:\($0.head)" == query["head"] }
        .sorted { $0.number > $1.number }
      return page(pulls.map { json($0) }, query)
    case ("POST", 4, "pulls", nil): return open(body, &state)
    case ("PATCH", 5, "pulls", nil): return change(number ?? 0, body, &state)
    case ("GET", 6, "issues", "comments"):
      guard let pull = state.pulls[number ?? 0] else { break }
      return page(pull.comments.map { ["body": $0] }, query)
    case ("POST", 6, "issues", "comments"):
      guard state.pulls[number ?? 0] != nil else { break }
      state.pulls[number ?? 0]?.comments.append(body["body"] as? String ?? "")
      return Self.answer(201, ["body": body["body"] ?? ""])
    case ("POST", 6, "issues", "labels"):
      state.pulls[number ?? 0]?.labels.formUnion(body["labels"] as? [String] ?? [])
      return Self.answer(200, [[String: Any]]())
    case ("DELETE", 7, "issues", "labels"):
      let label = rest[6].removingPercentEncoding ?? ""
      guard state.pulls[number ?? 0]?.labels.remove(label) != nil else { break }
      return Self.answer(200, [[String: Any]]())
    case ("GET", 4, "issues", nil):
      guard state.hasIssues else { return Self.answer(410, ["message": "Issues are disabled"]) }
      let label = query["labels"]
      let issues = state.issues.values.filter { label == nil || $0.labels.contains(label ?? "") }
      return page(issues.sorted { $0.number < $1.number }.map { json($0) }, query)
    case ("POST", 4, "issues", nil):
      let issue = Issue(
        number: state.next, title: body["title"] as? String ?? "",
        body: body["body"] as? String ?? "", labels: Set(body["labels"] as? [String] ?? []))
      state.issues[issue.number] = issue
      state.next += 1
      return Self.answer(201, json(issue))
    case ("PATCH", 5, "issues", nil):
      guard var issue = state.issues[number ?? 0] else { break }
      if let text = body["body"] as? String { issue.body = text }
      if let word = body["state"] as? String { issue.isOpen = word == "open" }
      state.issues[issue.number] = issue
      return Self.answer(200, json(issue))
    default: break
    }
    return Self.answer(404, ["message": "Not Found"])
  }

  private func open(_ body: [String: Any], _ state: inout State) -> HTTPResponse {
    let head = body["head"] as? String ?? ""
    let base = body["base"] as? String ?? ""
    if !state.mayOpen {
      return Self.answer(
        403,
        ["message": "GitHub Actions is not permitted to create or approve pull requests."])
    }
    func invalid(_ message: String) -> HTTPResponse {
      Self.answer(422, ["message": "Validation Failed", "errors": [["message": message]]])
    }
    if state.pulls.values.contains(where: { $0.isOpen && $0.head == head && $0.base == base }) {
      return invalid("A pull request already exists for o:\(head).")
    }
    guard let commit = commit(head), self.commit(base) != nil else {
      return invalid("head invalid")
    }
    let isDraft = body["draft"] as? Bool ?? false
    if isDraft, !state.hasDrafts {
      return invalid("Draft pull requests are not supported in this repository.")
    }
    let text = body["body"] as? String ?? ""
    guard text.count <= 65_536 else { return invalid("body is too long (maximum is 65536)") }
    let pull = Pull(
      number: state.next, head: head, base: base, title: body["title"] as? String ?? "",
      body: text, isDraft: isDraft, openedAt: now(), headCommit: commit)
    state.openedBeside.append(state.pulls.values.count(where: \.isOpen))
    state.pulls[pull.number] = pull
    state.next += 1
    return Self.answer(201, json(pull))
  }

  private func change(
    _ number: Int, _ body: [String: Any], _ state: inout State
  ) -> HTTPResponse {
    guard var pull = state.pulls[number] else { return Self.answer(404, ["message": "Not Found"]) }
    if let title = body["title"] as? String { pull.title = title }
    if let text = body["body"] as? String { pull.body = text }
    if let base = body["base"] as? String { pull.base = base }
    if body["state"] as? String == "closed", pull.isOpen {
      pull.isOpen = false
      pull.closedAt = now()
    }
    state.pulls[number] = pull
    return Self.answer(200, json(pull))
  }

  private func graph(_ body: [String: Any], _ state: inout State) -> HTTPResponse {
    let text = body["query"] as? String ?? ""
    let id = (body["variables"] as? [String: String])?["id"] ?? ""
    guard let number = Int(id.dropFirst(3)), state.pulls[number] != nil else {
      return Self.answer(200, ["errors": [["message": "no such node", "type": "NOT_FOUND"]]])
    }
    state.pulls[number]?.isDraft = text.contains("convertPullRequestToDraft")
    return Self.answer(200, ["data": [String: Any]()])
  }

  // MARK: Answers

  private func json(_ pull: Pull) -> [String: Any] {
    func time(_ seconds: Int64) -> String {
      Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    }
    var object: [String: Any] = [
      "number": pull.number, "node_id": "PR_\(pull.number)",
      "state": pull.isOpen ? "open" : "closed",
      "draft": pull.isDraft, "title": pull.title, "body": pull.body,
      "html_url": "https://forge.test/o/r/pull/\(pull.number)",
      "labels": pull.labels.sorted().map { ["name": $0] },
      "head": ["ref": pull.head, "label": "o:\(pull.head)", "sha": pull.headCommit],
      "base": ["ref": pull.base], "created_at": time(pull.openedAt),
    ]
    if let closed = pull.closedAt { object["closed_at"] = time(closed) }
    if pull.isMerged, let closed = pull.closedAt { object["merged_at"] = time(closed) }
    return object
  }

  private func json(_ issue: Issue) -> [String: Any] {
    [
      "number": issue.number, "title": issue.title, "body": issue.body,
      "state": issue.isOpen ? "open" : "closed",
    ]
  }

  /// One page of a list; small ones, so that a test has more than one.
  private func page(_ items: [[String: Any]], _ query: [String: String]) -> HTTPResponse {
    let size = 3
    let number = Int(query["page"] ?? "1") ?? 1
    var answer = Self.answer(200, Array(items.dropFirst((number - 1) * size).prefix(size)))
    if items.count > number * size {
      let rest = query.filter { $0.key != "page" }.map { key, value in
        let plain = value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return "\(key)=\(plain)"
      }
      let path = items.first?["head"] != nil ? "pulls" : "issues"
      let next =
        "https://forge.test/api/v3/repos/o/r/\(path)?\((rest + ["page=\(number + 1)"]).joined(separator: "&"))"
      if items.first?.count ?? 0 > 1 {
        answer.headers.append(HTTPHeader("Link", "<\(next)>; rel=\"next\""))
      } else {
        return Self.answer(200, items)
      }
    }
    return answer
  }

  static func answer(_ status: Int, _ body: Any) -> HTTPResponse {
    let bytes = (try? JSONSerialization.data(withJSONObject: body)).map { [UInt8]($0) } ?? []
    return HTTPResponse(
      status: status, headers: [HTTPHeader("Content-Type", "application/json")], body: bytes)
  }
}
