/// Gitea and Forgejo over their REST API, version 1, which is the same for what is used here.
///
/// A pull request is a draft when its title begins with `WIP:`, as servers are set unless told
/// otherwise. Labels have numbers, which are looked up.
public struct GiteaForge: Forge {
  /// `Gitea` or `Forgejo`.
  public let name: String
  /// Titles have 255 characters; for texts no limit is documented, and what GitHub takes is taken.
  public var limits: ForgeLimits {
    ForgeLimits(title: 255 - Self.drafts.prefix.count, body: 65_536, comment: 65_536)
  }

  static let drafts = DraftTitle(prefix: "WIP: ", marks: ["wip:", "[wip]"])

  private let connection: ForgeConnection
  private let path: String
  private let source: String
  private let numbers = ForgeNumbers()

  /// Prepares a client; nothing is sent.
  ///
  /// - Parameters:
  ///   - kind: `gitea` or `forgejo`.
  ///   - project: `owner/name` of the repository that pull requests go into.
  ///   - fork: `owner/name` of the one that branches are pushed to; nil for the project itself.
  ///   - base: the address of the API, such as `https://gitea.example.com/api/v1`.
  public init(
    _ kind: ForgeKind = .gitea, project: String, fork: String? = nil, base: String,
    token: Secret?, transport: any HTTPTransport, clock: ForgeClock
  ) {
    name = kind.title
    path = project
    source = fork ?? project
    connection = ForgeConnection(
      name: kind.title, base: base,
      headers: [HTTPHeader("Accept", "application/json"), HTTPHeader("User-Agent", "migrate")],
      credentials: token.map { HTTPCredentials(scheme: "token ", $0) }, paging: .total,
      permissions: "write access to 'repository' and 'issue'", transport: transport, clock: clock)
  }

  private var root: String { Self.address(of: path) }

  private static func address(of path: String) -> String {
    "/repos/"
      + path.split(separator: "/").map { ForgeConnection.encoded(String($0)) }
      .joined(separator: "/")
  }

  /// What the forge says of the repository; issues kept elsewhere are none.
  public func project() throws(ForgeError) -> ForgeProject {
    let answer = try connection.send("GET", root, as: GiteaRepository.self)
    numbers.note(answer.id, for: path)
    return ForgeProject(
      defaultBranch: answer.defaultBranch ?? "",
      hasIssues: answer.hasIssues ?? true && answer.externalTracker == nil,
      isArchived: answer.archived ?? false)
  }

  /// The user of the token; nil for a token that may not ask.
  public func account() throws(ForgeError) -> String? {
    do {
      return try connection.send("GET", "/user", as: GiteaUser.self).login
    } catch  where error.cause == .forbidden {
      return nil
    }
  }

  /// Every pull request from some branches, among the newest of all: the forge cannot be asked for
  /// those of a branch in every state.
  public func pullRequests(from branches: [String]) throws(ForgeError) -> [PullRequest] {
    guard !branches.isEmpty else { return [] }
    let number = try numbers.number(source) { () throws(ForgeError) in
      try connection.send("GET", Self.address(of: source), as: GiteaRepository.self).id
    }
    let wanted = Set(branches)
    return try connection.list(
      root + "/pulls", query: ["state": "all", "limit": "50"], of: GiteaPull.self,
      takesNewest: true
    ).filter { $0.head.repoId == number && wanted.contains($0.head.branch) }
      .map(\.value).sorted { $0.number < $1.number }
  }

  /// Opens a pull request.
  public func open(_ request: NewPullRequest) throws(ForgeError) -> PullRequest {
    let owner = source.prefix { $0 != "/" }
    let body = GiteaNewPull(
      title: Self.drafts.title(request.title, isDraft: request.isDraft),
      head: source == path ? request.head : "\(owner):\(request.head)", base: request.base,
      body: request.body, labels: try labels(request.labels))
    return try connection.send("POST", root + "/pulls", body: body, as: GiteaPull.self).value
  }

  /// Changes a pull request, in one request.
  public func change(
    _ pull: PullRequest, _ change: PullRequestChange
  ) throws(ForgeError) {
    guard !change.isEmpty else { return }
    let body = GiteaChange(
      title: Self.drafts.title(of: pull, after: change), body: change.body, base: change.base,
      state: change.closes ? "closed" : nil)
    _ = try connection.send("PATCH", "\(root)/pulls/\(pull.number)", body: body)
  }

  /// The comments of the conversation, oldest first; reviews are not among them.
  public func comments(on pull: PullRequest) throws(ForgeError) -> [String] {
    // This list and that of its labels have no pages.
    try connection.send(
      "GET", "\(root)/issues/\(pull.number)/comments", as: [GiteaComment].self
    ).sorted { $0.id < $1.id }.map { $0.body ?? "" }
  }

  /// Adds a comment to the conversation.
  public func comment(_ text: String, on pull: PullRequest) throws(ForgeError) {
    _ = try connection.send(
      "POST", "\(root)/issues/\(pull.number)/comments", body: ["body": text])
  }

  /// Takes a label away.
  public func removeLabel(_ label: String, from pull: PullRequest) throws(ForgeError) {
    let labels = try connection.send(
      "GET", "\(root)/issues/\(pull.number)/labels", as: [GiteaLabel].self)
    for found in labels where found.name == label {
      do {
        _ = try connection.send("DELETE", "\(root)/issues/\(pull.number)/labels/\(found.id)")
      } catch  where error.cause == .notFound {
        continue
      }
    }
  }

  /// Issues in any state. A label that is not there is ignored by the forge, so every answer is
  /// looked at again.
  public func issues(_ filter: ForgeIssueFilter) throws(ForgeError) -> [ForgeIssue] {
    let query: KeyValuePairs<String, String> =
      switch filter {
      case .labelled(let label):
        ["type": "issues", "state": "all", "labels": label, "limit": "50"]
      case .openedBy(let account):
        ["type": "issues", "state": "all", "created_by": account, "limit": "50"]
      }
    return try connection.list(root + "/issues", query: query, of: GiteaIssue.self)
      .filter { $0.pullRequest == nil && $0.meets(filter) }.map(\.value)
      .sorted { $0.number < $1.number }
  }

  /// Opens an issue.
  public func openIssue(
    title: String, body: String, label: String
  ) throws(ForgeError) -> ForgeIssue {
    let issue = GiteaNewIssue(title: title, body: body, labels: try labels([label]))
    return try connection.send("POST", root + "/issues", body: issue, as: GiteaIssue.self).value
  }

  /// Changes an issue.
  public func changeIssue(
    _ issue: ForgeIssue, body: String?, isOpen: Bool?
  ) throws(ForgeError) {
    guard body != nil || isOpen != nil else { return }
    let change = GiteaChange(body: body, state: isOpen.map { $0 ? "open" : "closed" })
    _ = try connection.send("PATCH", "\(root)/issues/\(issue.number)", body: change)
  }

  /// The page that compares two branches.
  public func page(toOpen branch: String, into base: String) -> String? {
    func encode(_ branch: String) -> String {
      branch.split(separator: "/").map { ForgeConnection.encoded(String($0)) }
        .joined(separator: "/")
    }
    let owner = source.prefix { $0 != "/" }
    let head = source == path ? encode(branch) : "\(owner):\(encode(branch))"
    let site = connection.site(withoutAPI: ForgeKind.gitea.apiPath)
    return "\(site)/\(path)/compare/\(encode(base))...\(head)"
  }

  // MARK: Labels

  /// The numbers of labels, made where they are missing. Labels are for people: without the right
  /// to read or make them there are none.
  private func labels(_ names: [String]) throws(ForgeError) -> [Int]? {
    var found: [Int] = []
    for name in names {
      do throws(ForgeError) {
        // The colon keeps it apart from the paths of projects.
        let number = try numbers.number("label:" + name) { () throws(ForgeError) in
          if let own = try known(name, in: root + "/labels") { return own }
          if let shared = try organizationLabel(name) { return shared }
          return try made(name)
        }
        if let number { found.append(number) }
      } catch  where [.forbidden, .notFound, .invalid].contains(error.cause) {
        continue
      }
    }
    return found.isEmpty ? nil : found
  }

  private func known(_ name: String, in list: String) throws(ForgeError) -> Int? {
    try connection.list(list, query: ["limit": "50"], of: GiteaLabel.self)
      .first { $0.name == name }?.id
  }

  /// The label of the organization that owns the project; a person has none.
  private func organizationLabel(_ name: String) throws(ForgeError) -> Int? {
    let owner = ForgeConnection.encoded(String(path.prefix { $0 != "/" }))
    do {
      return try known(name, in: "/orgs/\(owner)/labels")
    } catch  where [.forbidden, .notFound, .unauthorized].contains(error.cause) {
      return nil
    }
  }

  private func made(_ name: String) throws(ForgeError) -> Int {
    try connection.send(
      "POST", root + "/labels", body: ["name": name, "color": "#1d76db"], as: GiteaLabel.self
    ).id
  }
}
