/// A moment as git records it.
public struct Timestamp: Hashable, Sendable {
  /// Seconds since 1970-01-01 00:00:00 UTC.
  public var seconds: Int64
  /// The offset of local time from UTC.
  public var offsetInMinutes: Int

  /// Makes a moment.
  public init(seconds: Int64, offsetInMinutes: Int = 0) {
    self.seconds = seconds
    self.offsetInMinutes = offsetInMinutes
  }

  /// A form that git reads for any number of seconds, such as `@1700000000 +0100`.
  var raw: String {
    let minutes = abs(offsetInMinutes)
    let zone = String(10000 + minutes / 60 * 100 + minutes % 60).dropFirst()
    return "@\(seconds) \(offsetInMinutes < 0 ? "-" : "+")\(zone)"
  }
}

/// Who did something, and when.
public struct Signature: Hashable, Sendable {
  /// The person's name.
  public var name: String
  /// The person's address.
  public var email: String
  /// When it was done.
  public var time: Timestamp

  /// Makes a signature.
  public init(name: String, email: String, time: Timestamp) {
    self.name = name
    self.email = email
    self.time = time
  }

  /// Reads git's form `Name <address> 1700000000 +0100`.
  init?(line: String) {
    guard let open = line.lastIndex(of: "<"),
      let close = line[open...].firstIndex(of: ">")
    else { return nil }
    let fields = line[line.index(after: close)...].split(separator: " ")
    guard fields.count == 2, let seconds = Int64(fields[0]), let zone = Int(fields[1]) else {
      return nil
    }
    let minutes = zone.magnitude / 100 * 60 + zone.magnitude % 100
    name = line[..<open].trimmingSpaces()
    email = String(line[line.index(after: open)..<close])
    time = Timestamp(
      seconds: seconds, offsetInMinutes: zone < 0 ? -Int(minutes) : Int(minutes))
  }
}

/// Who is recorded in new commits.
public struct CommitIdentity: Hashable, Sendable {
  /// Who wrote the change.
  public var author: Signature
  /// Who made the commit.
  public var committer: Signature

  /// Makes an identity.
  public init(author: Signature, committer: Signature) {
    self.author = author
    self.committer = committer
  }

  /// Finds the identity as git itself does: `GIT_AUTHOR_*` and `GIT_COMMITTER_*`, then git's
  /// configuration; nothing is guessed from the machine's name.
  ///
  /// - Throws: `GitError.Cause.missingIdentity` with the command that sets one.
  public init(
    of location: RepositoryLocation, environment: [String: String], now: Timestamp
  ) throws(GitError) {
    author = try Self.signature("AUTHOR", location, environment, now)
    committer = try Self.signature("COMMITTER", location, environment, now)
  }

  private static func signature(
    _ role: String, _ location: RepositoryLocation, _ environment: [String: String],
    _ now: Timestamp
  ) throws(GitError) -> Signature {
    var variables = environment.filter {
      $0.key.hasPrefix("GIT_AUTHOR_") || $0.key.hasPrefix("GIT_COMMITTER_") || $0.key == "EMAIL"
    }
    if variables["GIT_\(role)_DATE"] == nil { variables["GIT_\(role)_DATE"] = now.raw }
    let git = location.git.adding(variables)
    let result = try git.result(
      [
        "--git-dir=" + location.gitFolder, "-c", "user.useConfigOnly=true", "var",
        "GIT_\(role)_IDENT",
      ], in: location.root)
    let line = String(decoding: result.standardOutput, as: UTF8.self).trimmingSpaces()
    guard result.succeeded, let signature = Signature(line: line) else {
      throw GitError(
        .missingIdentity, at: location.root, "git does not know who makes the commits",
        remedy: "run 'git config --global user.name \"Your Name\"' and "
          + "'git config --global user.email you@example.com'")
    }
    return signature
  }
}

extension StringProtocol {
  /// The text without white space at its ends.
  fileprivate func trimmingSpaces() -> String {
    var text = Substring(self)
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}
