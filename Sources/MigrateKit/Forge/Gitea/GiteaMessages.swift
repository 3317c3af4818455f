// What the REST API of Gitea and Forgejo sends and takes, as far as it is used; the names are
// theirs in camel case.

struct GiteaRepository: Decodable {
  var id: Int
  var defaultBranch: String?
  var hasIssues: Bool?
  var externalTracker: Marker?
  var archived: Bool?

  /// What is only there where issues are kept elsewhere.
  struct Marker: Decodable {}
}

struct GiteaUser: Decodable {
  var login: String
}

struct GiteaLabel: Decodable {
  var id: Int
  var name: String
}

struct GiteaPull: Decodable {
  var number: Int
  var state: String
  var draft: Bool?
  var merged: Bool?
  var title: String
  var body: String?
  var labels: [GiteaLabel]?
  var head: Head
  var base: Destination
  var createdAt: String?
  var closedAt: String?
  var mergedAt: String?
  var htmlUrl: String?

  struct Head: Decodable {
    var label: String?
    var ref: String
    var sha: String?
    var repoId: Int?

    /// The name of the branch; `ref` is that of the pull request once the branch is gone.
    var branch: String { label.flatMap { $0.isEmpty ? nil : $0 } ?? ref }
  }

  struct Destination: Decodable {
    var label: String?
    var ref: String
  }

  var value: PullRequest {
    let (plain, isMarked) = GiteaForge.drafts.split(title)
    return PullRequest(
      number: number, head: head.branch, headCommit: head.sha ?? "", base: base.ref,
      title: plain, body: body ?? "",
      state: merged == true || mergedAt != nil ? .merged : state == "open" ? .open : .closed,
      isDraft: draft == true || isMarked, labels: Set((labels ?? []).map(\.name)),
      openedAt: ISOTime.seconds(createdAt) ?? 0,
      closedAt: ISOTime.seconds(mergedAt ?? closedAt), page: htmlUrl ?? "")
  }
}

struct GiteaNewPull: Encodable {
  var title: String
  var head: String
  var base: String
  var body: String
  var labels: [Int]?
}

/// What changes of a pull request or an issue.
struct GiteaChange: Encodable {
  var title: String?
  var body: String?
  var base: String?
  var state: String?
}

struct GiteaComment: Decodable {
  var id: Int
  var body: String?
}

struct GiteaIssue: Decodable {
  var number: Int
  var title: String
  var body: String?
  var state: String
  var labels: [GiteaLabel]?
  var user: GiteaUser?
  var pullRequest: Marker?

  /// What only pull requests have.
  struct Marker: Decodable {}

  var value: ForgeIssue {
    ForgeIssue(number: number, title: title, body: body ?? "", isOpen: state == "open")
  }

  func meets(_ filter: ForgeIssueFilter) -> Bool {
    switch filter {
    case .labelled(let label): (labels ?? []).contains { $0.name == label }
    case .openedBy(let account): user?.login.lowercased() == account.lowercased()
    }
  }
}

struct GiteaNewIssue: Encodable {
  var title: String
  var body: String
  var labels: [Int]?
}
