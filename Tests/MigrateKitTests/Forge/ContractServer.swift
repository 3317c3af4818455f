import Foundation
import MigrateKit
import Testing

/// A project on a forge on the loopback that checks every request by schemas that others publish.
///
/// The forges are programs in Python beside the tests; each is started once and ends when its
/// standard input does.
struct ContractServer {
  let token: String
  private let address: String
  private let number: Int
  private let kind: ForgeKind

  /// Makes a project whose branches are those of a bare repository.
  init(_ kind: ForgeKind, repository: String) throws {
    let program = try ContractProgram.running(kind)
    self.kind = kind
    token = program.token
    address = "http://127.0.0.1:\(program.port)"
    let made = try Self.ask(address + "/control/new", ["repository": repository])
    number = try #require(made["number"] as? Int)
  }

  /// The address of the API.
  var base: String {
    let path =
      switch kind {
      case .github: "/api/v3"
      case .gitlab: "/api/v4"
      default: "/git/api/v1"
      }
    return "\(address)/\(number)\(path)"
  }

  /// The address of the project for git, on the same server and below the same folder.
  func remote(_ project: String) -> String {
    let folder = kind == .gitea || kind == .forgejo ? "/git" : ""
    return "\(address)/\(number)\(folder)/\(project).git"
  }

  private static func ask(_ url: String, _ values: [String: Any]) throws -> [String: Any] {
    let transport = CurlTransport(
      environment: ContractProgram.environment,
      temporaryFolder: FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path)
    let body = Array(try JSONSerialization.data(withJSONObject: values))
    let answer = try transport.send(HTTPRequest("POST", url, body: body))
    let object = try JSONSerialization.jsonObject(with: Data(answer.body))
    guard answer.status == 200, let object = object as? [String: Any] else {
      throw TestFailure("\(url): \(object)")
    }
    return object
  }

  /// Asks the server for something that is no part of a forge.
  @discardableResult
  func control(_ name: String, _ values: [String: Any] = [:]) throws -> [String: Any] {
    try Self.ask("\(address)/control/\(number)/\(name)", values)
  }

  /// What a person does, such as `merge`.
  @discardableResult
  func act(_ what: String, _ number: Int? = nil, _ values: [String: Any] = [:]) throws
    -> [String: Any]
  {
    var values = values
    values["do"] = what
    if let number { values["number"] = number }
    return try control("act", values)
  }

  /// One pull request or issue as the server keeps it.
  func item(_ number: Int) throws -> [String: Any] {
    let items = try control("state")["items"] as? [[String: Any]] ?? []
    return try #require(items.first { $0["number"] as? Int == number })
  }

  /// The requests so far.
  func log() throws -> [String] { try control("report")["log"] as? [String] ?? [] }

  /// Expects that no request was against the schemas, and that nothing told the token.
  func expectNoViolations() throws {
    let report = try control("report")
    let violations = report["violations"] as? [String] ?? ["no report"]
    #expect(violations.isEmpty, "\(violations.joined(separator: "\n"))")
    let commands = report["commands"] as? [String] ?? []
    #expect(commands.contains { $0.contains("--config -") }, "no list of processes was looked at")
  }
}
