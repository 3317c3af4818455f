/// GitLab, hosted or self-managed, over the REST API, version 4.
///
/// A pull request is a merge request here, its number the one within the project, and a draft one
/// whose title begins with `Draft:`.
public struct GitLabForge: Forge {
  /// `GitLab`.
  public var name: String { ForgeKind.gitlab.title }
  /// GitLab takes titles of 255 characters, the mark of a draft included, descriptions of
  /// 1,048,576 and notes of 1,000,000.
  public var limits: ForgeLimits {
    ForgeLimits(
      title: 255 - Self.drafts.prefix.count, body: 1_048_576 - 1024, comment: 1_000_000 - 1024)
  }

  static let drafts = DraftTitle(prefix: "Draft: ", marks: ["draft:", "[draft]", "(draft)"])

  private let connection: ForgeConnection
  private let path: String
  private let source: String
  private let numbers = ForgeNumbers()

  /// The address of the API of gitlab.com.
  public static let standardBase = "https://gitlab.com/api/v4"

  /// Prepares a client; nothing is sent.
  ///
  /// - Parameters:
  ///   - project: the path of the project that merge requests go into, such as `group/sub/name`.
  ///   - fork: the path of the project that branches are pushed to; nil for the project itself.
  ///   - base: the address of the API, such as `https://gitlab.example.com/api/v4`.
  public init(
    project: String, fork: String? = nil, base: String = GitLabForge.standardBase,
    token: Secret?, transport: any HTTPTransport, clock: ForgeClock
  ) {
    path = project
    source = fork ?? project
    connection = ForgeConnection(
      name: ForgeKind.gitlab.title, base: base,
      headers: [HTTPHeader("Accept", "application/json"), HTTPHeader("User-Agent", "migrate")],
      credentials: token.map { HTTPCredentials($0) }, paging: .nextPage,
      permissions: "the scope 'api' and at least the role Developer", transport: transport,
      clock: clock)
  }

  private var root: String { Self.address(of: path) }
  private var isFork: Bool { source != path }

  private static func address(of path: String) -> String {
    "/projects/" + ForgeConnection.encoded(path)
  }

  /// What GitLab says of the project.
  public func project() throws(ForgeError) -> ForgeProject {
    let answer = try connection.send("GET", root, as: GitLabProject.self)
    numbers.note(answer.id, for: path)
    return ForgeProject(
      defaultBranch: answer.defaultBranch ?? "", hasIssues: answer.hasIssues,
      isArchived: answer.archived ?? false)
  }

  /// The user of the token; nil for a token that may not ask.
  public func account() throws(ForgeError) -> String? {
    do {
      return try connection.send("GET", "/user", as: GitLabUser.self).username
    } catch  where error.cause == .forbidden {
      return nil
    }
  }

  /// The number of a project: merge requests name their projects by it.
  private func number(of path: String) throws(ForgeError) -> Int {
    let found = try numbers.number(path) { () throws(ForgeError) in
      try connection.send("GET", Self.address(of: path), as: GitLabProject.self).id
    }
    return found ?? 0
  }

  /// Every merge request from some branches; GitLab is asked once for each branch.
  public func pullRequests(from branches: [String]) throws(ForgeError) -> [PullRequest] {
    guard !branches.isEmpty else { return [] }
    let number = try number(of: source)
    var found: [PullRequest] = []
    for branch in branches {
      found += try connection.list(
        root + "/merge_requests",
        query: ["state": "all", "source_branch": branch, "per_page": "100"],
        of: GitLabMergeRequest.self
      ).filter { $0.sourceBranch == branch && $0.sourceProjectId == number }.map(\.value)
    }
    return found.sorted { $0.number < $1.number }
  }

  /// Opens a merge request; labels that are not there yet are made by GitLab.
  public func open(_ request: NewPullRequest) throws(ForgeError) -> PullRequest {
    let body = GitLabNewMergeRequest(
      sourceBranch: request.head, targetBranch: request.base,
      title: Self.drafts.title(request.title, isDraft: request.isDraft),
      description: GitLabText.inert(request.body),
      labels: request.labels.isEmpty ? nil : request.labels.joined(separator: ","),
      targetProjectId: isFork ? try number(of: path) : nil,
      allowCollaboration: isFork ? true : nil)
    // A merge request is made in the project that its branch is in, and appears in the other.
    return try connection.send(
      "POST", Self.address(of: source) + "/merge_requests", body: body,
      as: GitLabMergeRequest.self
    ).value
  }

  /// Changes a merge request, in one request.
  public func change(
    _ pull: PullRequest, _ change: PullRequestChange
  ) throws(ForgeError) {
    guard !change.isEmpty else { return }
    let body = GitLabMergeRequestChange(
      title: Self.drafts.title(of: pull, after: change),
      description: change.body.map(GitLabText.inert), targetBranch: change.base,
      stateEvent: change.closes ? "close" : nil)
    _ = try connection.send("PUT", "\(root)/merge_requests/\(pull.number)", body: body)
  }

  /// The notes of people and bots, oldest first; what GitLab itself notes is not among them.
  public func comments(on pull: PullRequest) throws(ForgeError) -> [String] {
    try connection.list(
      "\(root)/merge_requests/\(pull.number)/notes",
      query: ["sort": "asc", "order_by": "created_at", "per_page": "100"], of: GitLabNote.self
    ).filter { $0.system != true }.map { GitLabText.original($0.body ?? "") }
  }

  /// Adds a note.
  public func comment(_ text: String, on pull: PullRequest) throws(ForgeError) {
    _ = try connection.send(
      "POST", "\(root)/merge_requests/\(pull.number)/notes",
      body: ["body": GitLabText.inert(text)])
  }

  /// Takes a label away; GitLab does not mind when it is not there.
  public func removeLabel(_ label: String, from pull: PullRequest) throws(ForgeError) {
    let change = GitLabMergeRequestChange(removeLabels: label)
    _ = try connection.send("PUT", "\(root)/merge_requests/\(pull.number)", body: change)
  }

  /// Issues in any state.
  public func issues(_ filter: ForgeIssueFilter) throws(ForgeError) -> [ForgeIssue] {
    let query: KeyValuePairs<String, String> =
      switch filter {
      case .labelled(let label): ["labels": label, "sort": "asc", "per_page": "100"]
      case .openedBy(let account): ["author_username": account, "sort": "asc", "per_page": "100"]
      }
    return try connection.list(root + "/issues", query: query, of: GitLabIssue.self)
      .map(\.value).sorted { $0.number < $1.number }
  }

  /// Opens an issue; a label that is not there yet is made by GitLab.
  public func openIssue(
    title: String, body: String, label: String
  ) throws(ForgeError) -> ForgeIssue {
    let issue = GitLabNewIssue(title: title, description: GitLabText.inert(body), labels: label)
    return try connection.send("POST", root + "/issues", body: issue, as: GitLabIssue.self).value
  }

  /// Changes an issue.
  public func changeIssue(
    _ issue: ForgeIssue, body: String?, isOpen: Bool?
  ) throws(ForgeError) {
    guard body != nil || isOpen != nil else { return }
    let change = GitLabIssueChange(
      description: body.map(GitLabText.inert), stateEvent: isOpen.map { $0 ? "reopen" : "close" })
    _ = try connection.send("PUT", "\(root)/issues/\(issue.number)", body: change)
  }

  /// The form for a new merge request, in the project that the branch is in.
  public func page(toOpen branch: String, into base: String) -> String? {
    let encode = ForgeConnection.encoded
    let site = connection.site(withoutAPI: ForgeKind.gitlab.apiPath)
    return "\(site)/\(source)/-/merge_requests/new?\(encode("merge_request[source_branch]"))="
      + "\(encode(branch))&\(encode("merge_request[target_branch]"))=\(encode(base))"
  }
}
