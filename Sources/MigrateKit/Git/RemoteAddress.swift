/// The parts of a remote's address that tell which project it is.
public struct RemoteAddress: Hashable, Sendable {
  /// The scheme, such as `https`; `ssh` for the short form; `file` for a path.
  public var scheme: String
  /// The host, without user and password; with the port where one is given.
  public var host: String
  /// The path without `.git` and slashes at its ends, such as `owner/name`.
  public var path: String

  /// Reads an address: `https://host/owner/name.git`, `ssh://git@host:22/owner/name`,
  /// `git@host:owner/name.git`, or a path.
  public init(_ text: String) {
    var rest = text[...]
    if let end = rest.firstRange(of: "://") {
      scheme = rest[..<end.lowerBound].lowercased()
      rest = rest[end.upperBound...]
      let authority = rest.prefix { $0 != "/" }
      host = Self.host(authority)
      rest = rest[authority.endIndex...]
    } else if let colon = rest.firstIndex(of: ":"), !rest[..<colon].contains("/") {
      scheme = "ssh"
      host = Self.host(rest[..<colon])
      rest = rest[rest.index(after: colon)...]
    } else {
      scheme = "file"
      host = ""
    }
    while rest.hasPrefix("/") { rest.removeFirst() }
    while rest.hasSuffix("/") { rest.removeLast() }
    if rest.hasSuffix(".git") { rest.removeLast(4) }
    path = String(rest)
  }

  /// The scheme and host as they stand at the beginning of an address; nil for SSH and paths.
  public var server: String? {
    scheme == "https" || scheme == "http" ? "\(scheme)://\(host)" : nil
  }

  /// A text in which no address holds a user and a password; the user of SSH alone stays.
  static func withoutCredentials(_ text: String) -> String {
    var result = "", rest = text[...]
    while let mark = rest.firstRange(of: "://") {
      result += rest[..<mark.upperBound]
      let isSSH = rest[..<mark.lowerBound].lowercased().hasSuffix("ssh")
      rest = rest[mark.upperBound...]
      let authority = rest.prefix { !"/?#'\"".contains($0) && !$0.isWhitespace }
      guard let at = authority.lastIndex(of: "@") else { continue }
      if isSSH, !authority[..<at].contains(":") { continue }
      rest = rest[rest.index(after: at)...]
    }
    return result + rest
  }

  /// The beginning of an address over HTTP that holds a user or a password, up to the path.
  static func beginningWithCredentials(of address: String) -> String? {
    guard address.hasPrefix("https://") || address.hasPrefix("http://"),
      let mark = address.firstRange(of: "://")
    else { return nil }
    let authority = address[mark.upperBound...].prefix { !"/?#".contains($0) }
    return authority.contains("@") ? String(address[..<authority.endIndex]) : nil
  }

  private static func host(_ authority: Substring) -> String {
    let start = authority.lastIndex(of: "@").map { authority.index(after: $0) }
    return authority[(start ?? authority.startIndex)...].lowercased()
  }
}

extension GitRemote {
  /// A name or an address without the user and password that it may hold, for messages.
  public static func shown(_ remote: String) -> String { RemoteAddress.withoutCredentials(remote) }

  /// The address that git uses for a remote, or for an address that its configuration rewrites.
  ///
  /// - Throws: `GitError.Cause.remote` when there is no such remote.
  public static func address(
    of remote: String, in location: RepositoryLocation
  ) throws(GitError) -> RemoteAddress {
    RemoteAddress(try text(of: remote, in: location))
  }

  /// The same as it stands there, with what is secret in it.
  static func text(
    of remote: String, in location: RepositoryLocation
  ) throws(GitError) -> String {
    guard !remote.isEmpty, !remote.hasPrefix("-") else {
      throw GitError(
        .remote, at: RemoteAddress.withoutCredentials(remote), "not the name or address of a remote"
      )
    }
    let output: [UInt8]
    do {
      output = try location.git.output(["ls-remote", "--get-url", remote], of: location)
    } catch {
      throw GitError(
        .remote, at: RemoteAddress.withoutCredentials(remote),
        RemoteAddress.withoutCredentials(error.detail))
    }
    let address = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline).first
    return String(address ?? "")
  }

  /// What git's credential helpers know for a server; nil when they know nothing.
  public static func password(
    for server: String, in location: RepositoryLocation
  ) throws(GitError) -> String? {
    guard let end = server.firstRange(of: "://") else { return nil }
    let question = "protocol=\(server[..<end.lowerBound])\nhost=\(server[end.upperBound...])\n\n"
    // Nobody is there to be asked.
    let git = location.git.adding(["GIT_ASKPASS": "", "SSH_ASKPASS": ""])
    let result = try git.result(
      ["-c", "core.askPass=", "credential", "fill"], in: location.root,
      standardInput: Array(question.utf8), deadline: .seconds(30))
    guard result.succeeded else { return nil }
    return String(decoding: result.standardOutput, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix("password=") }.map { String($0.dropFirst("password=".count)) }
  }
}
