internal import Foundation

/// Sends requests by the `curl` program, which has the machine's proxies and certificates.
///
/// Everything that is secret goes through standard input, so that no list of processes shows it.
/// The user's `.curlrc` is not read: it may ask for traces.
public struct CurlTransport: HTTPTransport {
  private let environment: [String: String]
  private let temporaryFolder: String
  private let bodyLimit: Int

  /// Prepares a transport.
  ///
  /// - Parameters:
  ///   - environment: where `PATH`, proxies and certificates are found; nothing else is passed on.
  ///   - temporaryFolder: where the bodies of requests lie while they are sent.
  public init(
    environment: [String: String], temporaryFolder: String, bodyLimit: Int = 64 << 20
  ) {
    let passed: Set<String> = ["PATH", "HOME", "SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE"]
    self.environment = environment.filter {
      passed.contains($0.key) || $0.key.lowercased().hasSuffix("_proxy")
    }
    self.temporaryFolder = temporaryFolder
    self.bodyLimit = bodyLimit
  }

  /// Sends a request and waits for the answer.
  public func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    let seconds = max(1, request.deadline.components.seconds)
    var lines = [
      "silent", "show-error", "globoff", "path-as-is", "suppress-connect-headers",
      "proto = \"=http,https\"", "dump-header = \"-\"", "connect-timeout = 20",
      "max-time = \(seconds)", "request = \(Self.quoted(request.method))",
      "url = \(Self.quoted(request.url))", "header = \"Expect:\"",
    ]
    lines += request.headers.map { "header = \(Self.quoted("\($0.name): \($0.value)"))" }
    if let credentials = request.credentials {
      let value = credentials.scheme + credentials.secret.reveal()
      lines.append("header = \(Self.quoted("\(credentials.header): \(value)"))")
    }
    var file: String?
    defer { if let file { unlink(file) } }
    if let body = request.body {
      let path = temporaryFolder + "/migrate-request-" + UUID().uuidString
      file = path
      guard
        FileManager.default.createFile(
          atPath: path, contents: Data(body), attributes: [.posixPermissions: 0o600])
      else {
        throw HTTPError(
          "cannot write '\(path)'; set 'TMPDIR' to a folder that can be written",
          mayHaveArrived: false)
      }
      lines.append("data-binary = \(Self.quoted("@" + path))")
    }
    let input = Array((lines.joined(separator: "\n") + "\n").utf8)
    let curl = Subprocess(
      "curl", ["-q", "--config", "-"], environment: environment, workingFolder: "/",
      deadline: request.deadline + .seconds(5), outputLimit: bodyLimit)
    let result: SubprocessResult
    do throws(SubprocessError) {
      result = try curl.run(standardInput: input)
    } catch {
      if case .timedOut = error { throw HTTPError(error.description, mayHaveArrived: true) }
      throw HTTPError(error.description, mayHaveArrived: false)
    }
    guard result.succeeded else {
      let words = result.lastErrorLine
      let detail = request.credentials?.secret.redacted(from: words) ?? words
      throw HTTPError(
        detail.isEmpty ? "'curl' failed" : detail,
        mayHaveArrived: !Self.isBeforeSending(result.termination))
    }
    guard let response = Self.parse(result.standardOutput) else {
      throw HTTPError("the answer is not HTTP", mayHaveArrived: true)
    }
    return response
  }

  /// The codes of curl that come before anything was sent: names, connections, certificates.
  private static func isBeforeSending(_ end: SubprocessResult.Termination) -> Bool {
    guard case .exited(let code) = end else { return false }
    return [1, 2, 3, 5, 6, 7, 35, 51, 58, 60, 77].contains(code)
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      // A header cannot hold line breaks, and another line would be another option.
      case "\n", "\r", "\0": result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Reads the headers and the body; interim answers are passed over.
  static func parse(_ bytes: [UInt8]) -> HTTPResponse? {
    var rest = bytes[...]
    while let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) {
      let lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
        .split(separator: "\r\n")
      rest = rest[end.upperBound...]
      guard let first = lines.first, first.hasPrefix("HTTP/"),
        let status = first.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
      else { return nil }
      if (100..<200).contains(status) { continue }
      let headers = lines.dropFirst().compactMap { line -> HTTPHeader? in
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let value = line[line.index(after: colon)...].trimmingPrefix(while: \.isWhitespace)
        return HTTPHeader(String(line[..<colon]), String(value))
      }
      return HTTPResponse(status: status, headers: headers, body: Array(rest))
    }
    return nil
  }
}
