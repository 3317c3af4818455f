/// GitHub and GitHub Enterprise over the REST API, version 2022-11-28.
///
/// Whether a pull request is a draft can be changed by GraphQL only, which is asked for that alone.
public struct GitHubForge: Forge {
  /// `GitHub`.
  public var name: String { "GitHub" }
  /// GitHub refuses more than 65,536 characters in a text, and 256 in a title.
  public var limits: ForgeLimits { ForgeLimits(title: 256, body: 65_536, comment: 65_536) }

  private let connection: ForgeConnection
  private let path: String
  private let headOwner: String
  private let graphQL: String
  private let site: String

  /// The address of the API of github.com.
  public static let standardBase = "https://api.github.com"

  /// Prepares a client; nothing is sent.
  ///
  /// - Parameters:
  ///   - project: `owner/name` of the repository that pull requests go into.
  ///   - headOwner: the owner of the fork that branches are pushed to; nil for the project itself.
  ///   - base: the address of the API, such as `https://github.example.com/api/v3`.
  public init(
    project: String, headOwner: String? = nil, base: String = GitHubForge.standardBase,
    token: Secret?, transport: any HTTPTransport, clock: ForgeClock
  ) {
    path = project
    let owner = project.split(separator: "/").first.map(String.init) ?? ""
    self.headOwner = headOwner ?? owner
    connection = ForgeConnection(
      name: "GitHub", base: base,
      headers: [
        HTTPHeader("Accept", "application/vnd.github+json"),
        HTTPHeader("X-GitHub-Api-Version", "2022-11-28"), HTTPHeader("User-Agent", "migrate"),
      ], credentials: token.map { HTTPCredentials($0) }, paging: .links,
      permissions: "write access to contents, pull requests and issues", transport: transport,
      clock: clock)
    let address = connection.base
    let server = ForgeConnection.server(of: address)
    graphQL = address.hasSuffix("/api/v3") ? address.dropLast(2) + "graphql" : address + "/graphql"
    site = server == "https://api.github.com" ? "https://github.com" : server
  }

  private var root: String { "/repos/\(path)" }

  /// What GitHub says of the repository.
  public func project() throws(ForgeError) -> ForgeProject {
    let answer = try connection.send("GET", root, as: GitHubRepository.self)
    return ForgeProject(
      defaultBranch: answer.defaultBranch, hasIssues: answer.hasIssues ?? true,
      isArchived: answer.archived ?? false)
  }

  /// The login of the token's user; nil for the token of an app, which may not ask.
  public func account() throws(ForgeError) -> String? {
    do {
      return try connection.send("GET", "/user", as: GitHubUser.self).login
    } catch  where error.cause == .forbidden {
      return nil
    }
  }

  /// Every pull request from some branches; GitHub is asked once for each branch.
  public func pullRequests(from branches: [String]) throws(ForgeError) -> [PullRequest] {
    var found: [PullRequest] = []
    for branch in branches {
      let head = "\(headOwner):\(branch)"
      // A head that GitHub does not understand is ignored, and everything is listed.
      found += try connection.list(
        root + "/pulls", query: ["state": "all", "head": head, "per_page": "100"],
        of: GitHubPull.self
      ).filter { $0.head.isLabelled(head, owner: headOwner) }.map(\.value)
    }
    return found.sorted { $0.number < $1.number }
  }

  /// Opens a pull request, as ready where the repository has no drafts.
  public func open(_ request: NewPullRequest) throws(ForgeError) -> PullRequest {
    let created: GitHubPull
    do throws(ForgeError) {
      created = try create(request, isDraft: request.isDraft)
    } catch  where request.isDraft && error.cause == .invalid && error.says("draft") {
      created = try create(request, isDraft: false)
    }
    try label(created.number, request.labels)
    return created.value
  }

  /// Labels are for people; from a fork they may be forbidden, and the pull request stands.
  private func label(_ number: Int, _ labels: [String]) throws(ForgeError) {
    guard !labels.isEmpty else { return }
    do {
      _ = try connection.send(
        "POST", "\(root)/issues/\(number)/labels", body: ["labels": labels])
    } catch  where [.forbidden, .notFound, .invalid].contains(error.cause) {
      return
    }
  }

  private func create(
    _ request: NewPullRequest, isDraft: Bool
  ) throws(ForgeError) -> GitHubPull {
    let owner = path.split(separator: "/").first.map(String.init) ?? ""
    let head = headOwner == owner ? request.head : "\(headOwner):\(request.head)"
    let body = GitHubNewPull(
      title: request.title, head: head, base: request.base, body: request.body, draft: isDraft,
      maintainerCanModify: headOwner == owner ? nil : true)
    do throws(ForgeError) {
      return try connection.send("POST", root + "/pulls", body: body, as: GitHubPull.self)
    } catch {
      var error = error
      if error.cause == .invalid, error.says("already exists") { error.cause = .alreadyThere }
      if error.cause == .forbidden, error.says("not permitted to create") {
        error.remedy =
          "allow GitHub Actions to create pull requests in the repository's settings under "
          + "'Actions' › 'General', or give a token of its own"
      }
      throw error
    }
  }

  /// Changes a pull request.
  public func change(
    _ pull: PullRequest, _ change: PullRequestChange
  ) throws(ForgeError) {
    if let isDraft = change.isDraft { try setDraft(pull, isDraft) }
    let body = GitHubPullChange(
      title: change.title, body: change.body, base: change.base,
      state: change.closes ? "closed" : nil)
    guard !body.isEmpty else { return }
    _ = try connection.send("PATCH", "\(root)/pulls/\(pull.number)", body: body)
  }

  private func setDraft(_ pull: PullRequest, _ isDraft: Bool) throws(ForgeError) {
    let verb = isDraft ? "convertPullRequestToDraft" : "markPullRequestReadyForReview"
    let body = GitHubQuery(
      query: "mutation($id:ID!){\(verb)(input:{pullRequestId:$id}){pullRequest{id}}}",
      variables: ["id": pull.reference])
    let answer = try connection.send("POST", graphQL, body: body, as: GitHubQueryAnswer.self)
    guard let errors = answer.errors, !errors.isEmpty else { return }
    throw ForgeError(
      errors.contains { $0.type == "FORBIDDEN" } ? .forbidden : .invalid,
      at: "GitHub: \(verb)", errors.map(\.message).joined(separator: ", "))
  }

  /// The comments of the conversation, oldest first; reviews are not among them.
  public func comments(on pull: PullRequest) throws(ForgeError) -> [String] {
    try connection.list(
      "\(root)/issues/\(pull.number)/comments", query: ["per_page": "100"],
      of: GitHubComment.self
    ).map { $0.body ?? "" }
  }

  /// Adds a comment to the conversation.
  public func comment(_ text: String, on pull: PullRequest) throws(ForgeError) {
    _ = try connection.send(
      "POST", "\(root)/issues/\(pull.number)/comments", body: ["body": text])
  }

  /// Takes a label away.
  public func removeLabel(_ label: String, from pull: PullRequest) throws(ForgeError) {
    let name = ForgeConnection.encoded(label)
    do {
      _ = try connection.send("DELETE", "\(root)/issues/\(pull.number)/labels/\(name)")
    } catch  where error.cause == .notFound {
      return
    }
  }

  /// Issues, without the pull requests that GitHub lists among them.
  public func issues(_ filter: ForgeIssueFilter) throws(ForgeError) -> [ForgeIssue] {
    let query: KeyValuePairs<String, String> =
      switch filter {
      case .labelled(let label):
        ["state": "all", "labels": label, "sort": "created", "direction": "asc", "per_page": "100"]
      case .openedBy(let account):
        [
          "state": "all", "creator": account, "sort": "created", "direction": "asc",
          "per_page": "100",
        ]
      }
    return try connection.list(root + "/issues", query: query, of: GitHubIssue.self)
      .filter { $0.pullRequest == nil }.map(\.value).sorted { $0.number < $1.number }
  }

  /// Opens an issue; a label that is not there yet is made by GitHub.
  public func openIssue(
    title: String, body: String, label: String
  ) throws(ForgeError) -> ForgeIssue {
    try connection.send(
      "POST", root + "/issues", body: GitHubNewIssue(title: title, body: body, labels: [label]),
      as: GitHubIssue.self
    ).value
  }

  /// Changes an issue.
  public func changeIssue(
    _ issue: ForgeIssue, body: String?, isOpen: Bool?
  ) throws(ForgeError) {
    let change = GitHubPullChange(
      title: nil, body: body, base: nil, state: isOpen.map { $0 ? "open" : "closed" })
    guard !change.isEmpty else { return }
    _ = try connection.send("PATCH", "\(root)/issues/\(issue.number)", body: change)
  }

  /// The page that compares two branches.
  public func page(toOpen branch: String, into base: String) -> String? {
    let encode = ForgeConnection.encoded
    return "\(site)/\(path)/compare/\(encode(base))...\(encode(headOwner)):\(encode(branch))"
      + "?expand=1"
  }
}

extension ForgeError {
  /// Whether the server's words hold a text, whatever its case.
  func says(_ text: String) -> Bool { detail.lowercased().contains(text.lowercased()) }
}
