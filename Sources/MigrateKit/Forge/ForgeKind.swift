/// The kinds of places that keep pull requests, and how they are recognised.
public enum ForgeKind: String, CaseIterable, Sendable {
  case github
  case gitlab
  case gitea
  case forgejo
  /// Changes for review on a Gerrit server, by push alone.
  case gerrit
  /// Merge requests that a GitLab server opens for pushes, without its API.
  case gitlabPush = "gitlab-push"
  /// Branches only.
  case none

  /// Whether git is all that is spoken.
  public var isByPush: Bool { self == .gerrit || self == .gitlabPush || self == .none }

  /// The hosts that everybody knows.
  private static let hosts: [String: ForgeKind] = [
    "github.com": .github, "ssh.github.com": .github, "gitlab.com": .gitlab,
    "altssh.gitlab.com": .gitlab, "codeberg.org": .forgejo, "gitea.com": .gitea,
  ]

  /// The kind of forge at a host: a known one, one that names itself, such as
  /// `gitlab.example.com`, or the one whose CI is running; nil where nothing tells.
  ///
  /// - Parameters:
  ///   - host: without a port.
  ///   - environment: of a CI job; GitLab sets `CI_SERVER_HOST`, the others `GITHUB_SERVER_URL`.
  public init?(host: String, environment: [String: String]) {
    let host = host.lowercased()
    let label = host.prefix { $0 != "." }
    let named = host.contains(".") ? ForgeKind(rawValue: String(label)) : nil
    if let known = Self.hosts[host] ?? named, known != .none, known != .gitlabPush {
      self = known
      return
    }
    if !host.isEmpty, environment["CI_SERVER_HOST"]?.lowercased() == host {
      self = .gitlab
      return
    }
    let server = ForgeConnection.server(of: environment["GITHUB_SERVER_URL"] ?? "")
    guard !host.isEmpty, server.hasSuffix("//" + host) || server.contains("//\(host):") else {
      return nil
    }
    if environment["FORGEJO_ACTIONS"] == "true" {
      self = .forgejo
    } else if environment["GITEA_ACTIONS"] == "true" {
      self = .gitea
    } else {
      self = .github
    }
  }

  /// What people call it.
  public var title: String {
    switch self {
    case .github: "GitHub"
    case .gitlab: "GitLab"
    case .gitea: "Gitea"
    case .forgejo: "Forgejo"
    case .gerrit: "Gerrit"
    case .gitlabPush: "GitLab"
    case .none: "none"
    }
  }

  /// The variables in which CI systems and people keep tokens, the most specific one first.
  public var tokenVariables: [String] {
    switch self {
    case .github: ["MIGRATE_TOKEN", "GITHUB_TOKEN", "GH_TOKEN"]
    case .gitlab, .gitlabPush: ["MIGRATE_TOKEN", "GITLAB_TOKEN"]
    case .gitea: ["MIGRATE_TOKEN", "GITEA_TOKEN"]
    case .forgejo: ["MIGRATE_TOKEN", "FORGEJO_TOKEN", "GITEA_TOKEN"]
    case .gerrit, .none: []
    }
  }

  /// The user that git names together with a token over HTTPS.
  public var gitUser: String {
    self == .gitlab || self == .gitlabPush ? "oauth2" : "x-access-token"
  }

  /// Where the API lies below the address of a server; empty where none is spoken to.
  public var apiPath: String {
    switch self {
    case .github: "/api/v3"
    case .gitlab: "/api/v4"
    case .gitea, .forgejo: "/api/v1"
    case .gerrit, .gitlabPush, .none: ""
    }
  }

  /// The address of the API of a server, such as `https://git.example.com/api/v4`.
  public func base(ofServer server: String) -> String {
    self == .github && server == "https://github.com"
      ? GitHubForge.standardBase : server + apiPath
  }
}
