import Foundation
import MigrateKit

/// Which forge the bot talks to, where, and with which token.
///
/// The kind and the address may stand in the repository's configuration, which has to be fetched
/// first; until then whatever token there is goes to git alone.
struct ForgeSelection {
  private let invocation: Invocation
  private let location: RepositoryLocation
  private let remoteName: String
  private let pushRemote: String?
  private let address: RemoteAddress

  init(_ invocation: Invocation, _ location: RepositoryLocation) throws {
    self.invocation = invocation
    self.location = location
    remoteName = invocation.arguments.last(.remote) ?? "origin"
    pushRemote = invocation.arguments.last(.pushRemote)
    address = try GitRemote.address(of: remoteName, in: location)
    try Self.check(invocation.arguments.last(.baseURL), of: "--base-url")
  }

  /// The remote as messages name it.
  private var shownRemote: String { GitRemote.shown(remoteName) }

  /// The remote, with the token that can be told without the configuration.
  func remote() throws -> GitRemote {
    let kind = try named ?? guess
    return try remote(for: kind, token: kind.map(isOfGit) ?? false ? nil : ownToken(kind))
  }

  /// What to try when the remote cannot be read; nil when a token was tried, or none is wanted.
  func hintWithoutToken() throws -> String? {
    let kind = try named ?? guess
    let isOfGit = kind.map(isOfGit) ?? false
    guard address.server != nil, !isOfGit, try ownToken(kind) == nil else { return nil }
    let known = (kind?.tokenVariables ?? ["MIGRATE_TOKEN"]).map { "'\($0)'" }
    return "note: no token was given to the remote: set \(known.joined(separator: " or ")), or "
      + "store one with 'git credential approve'"
  }

  /// The forge that options, configuration or the remote's address name; nil for branches only.
  func access(_ configuration: Configuration) throws -> ForgeAccess {
    guard let kind = try named ?? configuration.botForge ?? guess else {
      throw CommandError.usage(
        "'\(shownRemote)' is on no forge that is known by its address: name one with '--forge' or "
          + "'bot.forge', or use '--forge none' for branches only")
    }
    guard !kind.isByPush else {
      let token = isOfGit(kind) ? nil : try ownToken(kind)
      return ForgeAccess(
        kind: kind, forge: nil, token: token, remote: try remote(for: kind, token: token))
    }
    let base = try base(kind, configuration)
    let project = try project(kind, base)
    let fork = try pushRemote.map {
      Self.path(of: try GitRemote.address(of: $0, in: location), below: base, kind)
    }
    guard let token = try token(kind, mayAskHelper: true) else { throw lacking(kind) }
    let transport = CurlTransport(
      environment: invocation.environment, temporaryFolder: Self.temporaryFolder(invocation))
    let clock = ForgeClock(
      now: { Int64(Date().timeIntervalSince1970) },
      wait: { Thread.sleep(forTimeInterval: Double($0)) })
    let forge: any Forge =
      switch kind {
      case .gitlab:
        GitLabForge(
          project: project, fork: fork, base: base, token: token, transport: transport,
          clock: clock)
      case .gitea, .forgejo:
        GiteaForge(
          kind, project: project, fork: fork, base: base, token: token, transport: transport,
          clock: clock)
      case .github, .gerrit, .gitlabPush, .none:
        GitHubForge(
          project: project, headOwner: fork?.split(separator: "/").first.map(String.init),
          base: base, token: token, transport: transport, clock: clock)
      }
    return ForgeAccess(
      kind: kind, forge: forge, token: token,
      // What a helper of git's knows, git asks it for itself, with the user that belongs to it.
      remote: try remote(for: kind, token: try ownToken(kind), hiding: token))
  }

  // MARK: Kind and place

  private var named: ForgeKind? {
    get throws { try invocation.arguments.choice(.forge) }
  }

  private var guess: ForgeKind? {
    ForgeKind(host: Self.name(of: address.host), environment: invocation.environment)
  }

  private func remote(
    for kind: ForgeKind?, token: Secret?, hiding secret: Secret? = nil
  ) throws -> GitRemote {
    let hidden = secret ?? token
    return try GitRemote(
      location, remote: remoteName, pushRemote: pushRemote,
      server: token == nil ? nil : address.server,
      user: kind?.gitUser ?? ForgeKind.github.gitUser, password: token?.reveal(),
      opensMergeRequests: kind == .gitlabPush,
      redact: { hidden?.redacted(from: $0) ?? $0 })
  }

  /// The address of the API: of the server of the remote, unless whoever runs the bot says
  /// otherwise. What stands in a repository cannot send a token elsewhere.
  private func base(_ kind: ForgeKind, _ configuration: Configuration) throws -> String {
    if let given = invocation.arguments.last(.baseURL) { return given }
    if let configured = configuration.botBaseURL {
      try Self.check(configured, of: "bot.base-url")
      let isOwn = invocation.arguments.has(.config)
      guard try isOwn || !address.host.isEmpty && Self.isSame(configured, server(kind)) else {
        throw CommandError.usage(
          "'bot.base-url' in \(configuration.file) is not on the server of '\(shownRemote)': a "
            + "repository cannot say where the token goes; give it with '--base-url'")
      }
      return configured
    }
    let server = try server(kind)
    let base = kind.base(ofServer: server)
    try Self.check(base, of: "the address of '\(shownRemote)', from which that of the API is made,")
    return base
  }

  /// The server that keeps the project, as the beginning of an address.
  private func server(_ kind: ForgeKind) throws -> String {
    let host = Self.name(of: address.host)
    switch host {
    case "ssh.github.com": return "https://github.com"
    case "altssh.gitlab.com": return "https://gitlab.com"
    case "":
      // A path tells nothing: the public place, where there is the one.
      switch kind {
      case .github: return "https://github.com"
      case .gitlab: return "https://gitlab.com"
      case .gitea, .forgejo, .gerrit, .gitlabPush, .none:
        throw CommandError.usage(
          "the address of '\(shownRemote)' does not tell the server: give the address of its API "
            + "with '--base-url'")
      }
    default: return address.server ?? "https://" + host
    }
  }

  private func project(_ kind: ForgeKind, _ base: String) throws -> String {
    let project =
      invocation.arguments.last(.project) ?? Self.path(of: address, below: base, kind)
    let count = project.split(separator: "/").count
    guard kind == .gitlab ? count >= 2 : count == 2 else {
      throw CommandError.usage(
        "the address of '\(shownRemote)' does not tell the project: name it with '--project'")
    }
    return project
  }

  /// The path of a project; where the forge lies below a path of its server, without that.
  private static func path(
    of address: RemoteAddress, below base: String, _ kind: ForgeKind
  ) -> String {
    guard base.hasSuffix(kind.apiPath), let scheme = base.firstRange(of: "://") else {
      return address.path
    }
    let site = base[scheme.upperBound...].dropLast(kind.apiPath.count)
    let folder = site.drop { $0 != "/" }.dropFirst()
    guard !folder.isEmpty, address.path.hasPrefix(folder + "/") else { return address.path }
    return String(address.path.dropFirst(folder.count + 1))
  }

  private static func check(_ base: String?, of place: String) throws {
    guard let base, !base.hasPrefix("https://"), !isLocal(base) else { return }
    let name = place.hasPrefix("the ") ? place : "'\(place)'"
    throw CommandError.usage("\(name) must begin with 'https://', not '\(GitRemote.shown(base))'")
  }

  private static func isLocal(_ base: String) -> Bool {
    guard base.hasPrefix("http://") else { return false }
    let host = base.dropFirst("http://".count).prefix { !"/?#".contains($0) }
    return ["127.0.0.1", "localhost", "[::1]"].contains(name(of: String(host)))
  }

  /// Whether two addresses have the same host and port.
  private static func isSame(_ address: String, _ server: String) -> Bool {
    func authority(_ text: String) -> String {
      guard let scheme = text.firstRange(of: "://") else { return "" }
      return text[scheme.upperBound...].prefix { !"/?#".contains($0) }.lowercased()
    }
    return authority(address) == authority(server)
  }

  /// A host without its port.
  private static func name(of host: String) -> String {
    guard let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") else { return host }
    return String(host[..<colon])
  }

  // MARK: Tokens

  /// Whether git has its own ways to a server, and no token is meant for it.
  private func isOfGit(_ kind: ForgeKind) -> Bool { kind == .none || kind == .gerrit }

  /// The token that whoever runs the bot gave.
  private func ownToken(_ kind: ForgeKind?) throws -> Secret? {
    try token(kind, mayAskHelper: false)
  }

  private func token(_ kind: ForgeKind?, mayAskHelper: Bool) throws -> Secret? {
    let named = invocation.arguments.last(.tokenEnv)
    for variable in named.map({ [$0] }) ?? kind?.tokenVariables ?? ["MIGRATE_TOKEN"] {
      if let token = Secret(invocation.environment[variable]) { return token }
    }
    if let named {
      throw CommandError.usage("the variable '\(named)' that '--token-env' names is not set")
    }
    guard mayAskHelper, let kind, !address.host.isEmpty else { return nil }
    return Secret(try GitRemote.password(for: try server(kind), in: location))
  }

  private func lacking(_ kind: ForgeKind) -> CommandError {
    let known = kind.tokenVariables.map { "'\($0)'" }.joined(separator: " or ")
    return CommandError(
      .remote,
      "there is no token for '\(kind.title)': set \(known), name a variable with '--token-env', "
        + "or store it with 'git credential approve'")
  }

  static func temporaryFolder(_ invocation: Invocation) -> String {
    var folder = invocation.environment["TMPDIR"] ?? "/tmp"
    while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    return folder.isEmpty ? "/tmp" : folder
  }
}

/// What the bot works with once the forge is known.
struct ForgeAccess {
  /// The kind of forge.
  let kind: ForgeKind
  /// The forge; nil where git is all that is spoken.
  let forge: (any Forge)?
  /// The token, for taking it out of texts.
  let token: Secret?
  /// The remote, which knows the token for its server.
  let remote: GitRemote
}
