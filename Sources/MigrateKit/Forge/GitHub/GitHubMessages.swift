internal import Foundation

// What GitHub's REST API sends and takes, as far as it is used; the names are GitHub's in camel case.

struct GitHubRepository: Decodable {
  var defaultBranch: String
  var hasIssues: Bool?
  var archived: Bool?
}

struct GitHubUser: Decodable {
  var login: String
}

struct GitHubPull: Decodable {
  var number: Int
  var nodeId: String?
  var htmlUrl: String?
  var state: String
  var draft: Bool?
  var title: String
  var body: String?
  var labels: [Label]?
  var head: Head
  var base: Destination
  var createdAt: String?
  var closedAt: String?
  var mergedAt: String?

  struct Label: Decodable {
    var name: String
  }

  struct Head: Decodable {
    var label: String?
    var ref: String
    var sha: String?

    /// Whether it is the branch of the wanted owner.
    func isLabelled(_ wanted: String, owner: String) -> Bool {
      (label ?? "\(owner):\(ref)").lowercased() == wanted.lowercased()
    }
  }

  struct Destination: Decodable {
    var ref: String
  }

  var value: PullRequest {
    PullRequest(
      number: number, reference: nodeId ?? "", head: head.ref, headCommit: head.sha ?? "",
      base: base.ref, title: title, body: body ?? "",
      state: mergedAt != nil ? .merged : state == "open" ? .open : .closed,
      isDraft: draft ?? false, labels: Set((labels ?? []).map(\.name)),
      openedAt: ISOTime.seconds(createdAt) ?? 0,
      closedAt: ISOTime.seconds(mergedAt ?? closedAt), page: htmlUrl ?? "")
  }
}

struct GitHubNewPull: Encodable {
  var title: String
  var head: String
  var base: String
  var body: String
  var draft: Bool
  var maintainerCanModify: Bool?
}

struct GitHubPullChange: Encodable {
  var title: String?
  var body: String?
  var base: String?
  var state: String?

  var isEmpty: Bool { title == nil && body == nil && base == nil && state == nil }
}

struct GitHubComment: Decodable {
  var body: String?
}

struct GitHubIssue: Decodable {
  var number: Int
  var title: String
  var body: String?
  var state: String
  var pullRequest: Marker?

  /// What only pull requests have.
  struct Marker: Decodable {}

  var value: ForgeIssue {
    ForgeIssue(number: number, title: title, body: body ?? "", isOpen: state == "open")
  }
}

struct GitHubNewIssue: Encodable {
  var title: String
  var body: String
  var labels: [String]
}

struct GitHubQuery: Encodable {
  var query: String
  var variables: [String: String]
}

struct GitHubQueryAnswer: Decodable {
  var errors: [Problem]?

  struct Problem: Decodable {
    var message: String
    var type: String?
  }
}
