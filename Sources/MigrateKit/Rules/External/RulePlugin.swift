import Foundation

#if canImport(Musl)
  import Musl
#endif

/// The other end of the protocol, for rules written in Swift: a plugin is a program whose `main`
/// is one call.
///
///     import MigrateKit
///
///     RulePlugin.main(NewBadgeRule())
public enum RulePlugin {
  /// The parser recurses with the nesting of the source.
  private static let stackSize = 16 << 20

  /// Answers on standard output what is asked on standard input, until that ends.
  ///
  /// - Parameters:
  ///   - rules: The rules, which recipes name by their ids. A rule with collectors cannot be asked
  ///     from outside, since a message holds one file.
  ///   - recipes: Recipes that users need not write themselves; their rules are added.
  public static func main(_ rules: any Rule..., recipes: [Recipe] = []) {
    serve(rules: rules, recipes: recipes, input: 0, output: 1)
  }

  /// Answers on one open file what is asked on another, until that ends.
  ///
  /// Nothing else may be written to the output: `print` belongs to standard error here.
  public static func serve(
    rules: [any Rule], recipes: [Recipe] = [], input: Int32, output: Int32
  ) {
    let server = RuleServer(rules: rules, recipes: recipes)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      server.run(input: input, output: output)
      done.signal()
    }
    thread.stackSize = stackSize
    thread.start()
    done.wait()
  }
}

/// Answers requests about some rules.
struct RuleServer: Sendable {
  private let rules: [any Rule]
  private let recipes: [Recipe]

  init(rules: [any Rule], recipes: [Recipe]) {
    self.recipes = recipes
    var known: [any Rule] = []
    for rule in rules + recipes.flatMap(\.rules) where !known.contains(where: { $0.id == rule.id })
    {
      known.append(rule)
    }
    self.rules = known
  }

  func run(input: Int32, output: Int32) {
    var pending: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = read(input, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      let searched = pending.count
      pending.append(contentsOf: buffer[..<count])
      guard var feed = pending[searched...].firstIndex(of: UInt8(ascii: "\n")) else { continue }
      var start = 0
      while true {
        guard write(answer(to: Array(pending[start..<feed])), to: output) else { return }
        start = feed + 1
        guard let next = pending[start...].firstIndex(of: UInt8(ascii: "\n")) else { break }
        feed = next
      }
      pending.removeFirst(start)
    }
  }

  /// The line that answers a line; neither holds its line feed.
  func answer(to line: [UInt8]) -> [UInt8] {
    let reply: PluginReply
    do {
      switch try PluginProtocol.read(PluginRequest.self, from: line) {
      case .hello: reply = hello()
      case .check(let check): reply = findings(check)
      }
    } catch {
      reply = .error(id: nil, message: "cannot read the request: \(error.message)")
    }
    do {
      return try PluginProtocol.line(reply)
    } catch {
      return Array("{\"type\":\"error\",\"message\":\"\(error.message)\"}".utf8)
    }
  }

  private func hello() -> PluginReply {
    for rule in rules where !rule.collectors.isEmpty {
      return .error(
        id: nil,
        message: "rule '\(rule.id)' collects facts of other files, and a message holds one file")
    }
    return .hello(
      PluginHello(
        version: PluginProtocol.version,
        rules: rules.map { PluginHello.Rule(id: $0.id, needles: $0.needles.alternatives) },
        recipes: recipes.map(\.manifest)))
  }

  private func findings(_ check: PluginCheck) -> PluginReply {
    guard let rule = rules.first(where: { $0.id == check.rule }) else {
      return .error(id: check.id, message: "there is no rule '\(check.rule)'")
    }
    let file: ParsedFile
    do {
      file = ParsedFile(try SourceFile(path: check.path, bytes: Array(check.text.utf8)))
    } catch {
      return .error(id: check.id, message: "the file cannot be parsed")
    }
    defer { file.memo.clear() }
    let output = rule.check(file, in: check.context)
    if let failure = output.failure { return .error(id: check.id, message: failure.detail) }
    return .findings(
      PluginFindings(
        id: check.id, findings: output.findings.map(PluginFindings.Entry.init),
        left: output.left.isEmpty
          ? nil
          : output.left.map {
            PluginFindings.Left(byteRange: $0.byteRange.bounds, reason: $0.reason)
          }))
  }

  private func write(_ line: [UInt8], to output: Int32) -> Bool {
    let line = line + [UInt8(ascii: "\n")]
    var offset = 0
    while offset < line.count {
      let count = line[offset...].withUnsafeBytes {
        systemWrite(output, $0.baseAddress, $0.count)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      offset += count
    }
    return true
  }
}

#if canImport(Darwin)
  private let systemWrite = Darwin.write
#elseif canImport(Musl)
  private let systemWrite = Musl.write
#else
  private let systemWrite = Glibc.write
#endif

extension PluginFindings.Entry {
  fileprivate init(_ finding: Finding) {
    self.init(
      byteRange: finding.byteRange.bounds, message: finding.message, level: finding.level.rawValue,
      safety: finding.safety.rawValue,
      edits: finding.fix?.edits.map {
        PluginFindings.Change(byteRange: $0.byteRange.bounds, text: $0.text)
      })
  }
}

extension ByteRange {
  fileprivate var bounds: [Int] { [lowerBound, upperBound] }
}

extension PluginCheck {
  /// What a rule is told besides the file.
  fileprivate var context: RuleContext {
    RuleContext(
      platforms: FilePlatforms(
        Self.versions(platforms), requiresCompatibility: requiresCompatibility),
      gateStyle: GateStyle(extraCondition: gate.alsoIf, compilerGate: gate.compiler),
      options: options, since: Self.versions(since))
  }

  private static func versions(_ named: [String: String]) -> [Platform: PlatformVersion] {
    var versions: [Platform: PlatformVersion] = [:]
    for (name, version) in named {
      guard let platform = Platform(rawValue: name), let version = PlatformVersion(version) else {
        continue
      }
      versions[platform] = version
    }
    return versions
  }
}

extension Recipe {
  /// The recipe with the keys of a `recipe.yml`.
  fileprivate var manifest: JSONValue {
    var commit: [String: JSONValue] = ["subject": .string(commitSubject)]
    if !commitBody.isEmpty { commit["body"] = .string(commitBody) }
    let fixed = options.mapValues(JSONValue.string)
    let entries = rules.map { rule in
      fixed.isEmpty
        ? JSONValue.string(rule.id)
        : .object(["rule": .string(rule.id), "options": .object(fixed)])
    }
    var versions: [String: JSONValue] = [:]
    for (platform, version) in since { versions[platform.rawValue] = .string("\(version)") }
    return .object([
      "id": .string(id), "version": .integer(version), "title": .string(title),
      "summary": .string(summary.isEmpty ? title : summary), "commit": .object(commit),
      "rules": .array(entries), "since": .object(versions),
      "recommended": .boolean(isRecommended), "removes": .boolean(removes),
      "changes-older-systems": .boolean(changesOlderSystems),
    ])
  }
}
