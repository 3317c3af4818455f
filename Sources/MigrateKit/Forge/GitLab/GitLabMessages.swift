// What GitLab's REST API sends and takes, as far as it is used; the names are GitLab's in camel case.

struct GitLabProject: Decodable {
  var id: Int
  var defaultBranch: String?
  var issuesEnabled: Bool?
  var issuesAccessLevel: String?
  var archived: Bool?

  var hasIssues: Bool { issuesAccessLevel.map { $0 != "disabled" } ?? issuesEnabled ?? true }
}

struct GitLabUser: Decodable {
  var username: String
}

struct GitLabMergeRequest: Decodable {
  var iid: Int
  var state: String
  var draft: Bool?
  var title: String
  var description: String?
  var labels: [String]?
  var sourceBranch: String
  var targetBranch: String
  var sourceProjectId: Int?
  var sha: String?
  var createdAt: String?
  var closedAt: String?
  var mergedAt: String?
  var webUrl: String?

  var value: PullRequest {
    let (plain, isMarked) = GitLabForge.drafts.split(title)
    // A merge request is locked for the moment in which it is merged.
    let state: PullRequest.State =
      switch self.state {
      case "merged": .merged
      case "closed": .closed
      default: .open
      }
    return PullRequest(
      number: iid, head: sourceBranch, headCommit: sha ?? "", base: targetBranch, title: plain,
      body: GitLabText.original(description ?? ""), state: state, isDraft: draft ?? isMarked,
      labels: Set(labels ?? []), openedAt: ISOTime.seconds(createdAt) ?? 0,
      closedAt: ISOTime.seconds(mergedAt ?? closedAt), page: webUrl ?? "")
  }
}

struct GitLabNewMergeRequest: Encodable {
  var sourceBranch: String
  var targetBranch: String
  var title: String
  var description: String
  var labels: String?
  var targetProjectId: Int?
  var allowCollaboration: Bool?
}

struct GitLabMergeRequestChange: Encodable {
  var title: String?
  var description: String?
  var targetBranch: String?
  var stateEvent: String?
  var removeLabels: String?
}

struct GitLabNote: Decodable {
  var body: String?
  var system: Bool?
}

struct GitLabIssue: Decodable {
  var iid: Int
  var title: String
  var description: String?
  var state: String

  var value: ForgeIssue {
    ForgeIssue(
      number: iid, title: title, body: GitLabText.original(description ?? ""),
      isOpen: state == "opened")
  }
}

struct GitLabNewIssue: Encodable {
  var title: String
  var description: String
  var labels: String
}

struct GitLabIssueChange: Encodable {
  var description: String?
  var stateEvent: String?
}
