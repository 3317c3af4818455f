import Foundation
import MigrateKit

/// The forges that the bot knows.
enum ForgeName: String, CaseIterable {
  case github
  case none
}

/// Which forge the bot talks to, and with which token.
struct ForgeSelection {
  /// The forge; nil for branches only.
  let forge: (any Forge)?
  /// The token, for the remote and for taking it out of texts.
  let token: Secret?
  /// The server that takes the token for git over HTTPS; nil where git has its own ways.
  let server: String?

  init(
    _ invocation: Invocation, _ location: RepositoryLocation, remote: String, pushRemote: String?
  ) throws {
    let arguments = invocation.arguments
    let address = try GitRemote.address(of: remote, in: location)
    let name = try arguments.choice(.forge, ForgeName.self) ?? Self.guess(address)
    guard let name else {
      throw CommandError.usage(
        "'\(remote)' is on no forge that is known by its address: name one with '--forge', or use "
          + "'--forge none' for branches only")
    }
    guard name != .none else {
      forge = nil
      token = nil
      server = nil
      return
    }
    let project = arguments.last(.project) ?? address.path
    guard project.split(separator: "/").count >= 2 else {
      throw CommandError.usage(
        "the address of '\(remote)' does not tell the project: name it with '--project'")
    }
    let base = arguments.last(.baseURL)
    if let base, !base.hasPrefix("https://"), !Self.isLocal(base) {
      throw CommandError.usage("'--base-url' must begin with 'https://', not '\(base)'")
    }
    let token = try Self.token(invocation, location, name, address)
    let transport = CurlTransport(
      environment: invocation.environment, temporaryFolder: Self.temporaryFolder(invocation))
    let clock = ForgeClock(
      now: { Int64(Date().timeIntervalSince1970) },
      wait: { Thread.sleep(forTimeInterval: Double($0)) })
    let fork = try pushRemote.map { try GitRemote.address(of: $0, in: location) }
    self.token = token
    server = address.server
    forge = Self.make(
      name, project: project, fork: fork?.path, base: base, address: address, token: token,
      transport: transport, clock: clock)
  }

  private static func make(
    _ name: ForgeName, project: String, fork: String?, base: String?, address: RemoteAddress,
    token: Secret, transport: any HTTPTransport, clock: ForgeClock
  ) -> (any Forge)? {
    switch name {
    case .github:
      let standard =
        address.host == "github.com" || address.server == nil
        ? GitHubForge.standardBase : "https://\(address.host)/api/v3"
      return GitHubForge(
        project: project, headOwner: fork?.split(separator: "/").first.map(String.init),
        base: base ?? standard, token: token, transport: transport, clock: clock)
    case .none: return nil
    }
  }

  private static func guess(_ address: RemoteAddress) -> ForgeName? {
    address.host == "github.com" || address.host == "ssh.github.com" ? .github : nil
  }

  private static func isLocal(_ base: String) -> Bool {
    ["http://127.0.0.1", "http://localhost", "http://[::1]"].contains { base.hasPrefix($0) }
  }

  /// The variables in which CI systems and people keep tokens, the most specific one first.
  private static func variables(_ name: ForgeName) -> [String] {
    switch name {
    case .github: ["MIGRATE_TOKEN", "GITHUB_TOKEN", "GH_TOKEN"]
    case .none: []
    }
  }

  private static func token(
    _ invocation: Invocation, _ location: RepositoryLocation, _ name: ForgeName,
    _ address: RemoteAddress
  ) throws -> Secret {
    let named = invocation.arguments.last(.tokenEnv)
    for variable in named.map({ [$0] }) ?? variables(name) {
      if let token = Secret(invocation.environment[variable]) { return token }
    }
    if let named {
      throw CommandError.usage("the variable '\(named)' that '--token-env' names is not set")
    }
    let server = address.server ?? "https://\(address.host)"
    if let token = Secret(try GitRemote.password(for: server, in: location)) { return token }
    let known = variables(name).map { "'\($0)'" }.joined(separator: " or ")
    throw CommandError(
      .remote,
      "there is no token for '\(address.host)': set \(known), name a variable with '--token-env', "
        + "or store it with 'git credential approve'")
  }

  static func temporaryFolder(_ invocation: Invocation) -> String {
    var folder = invocation.environment["TMPDIR"] ?? "/tmp"
    while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    return folder.isEmpty ? "/tmp" : folder
  }
}
