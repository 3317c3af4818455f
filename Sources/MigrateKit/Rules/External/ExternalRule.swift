/// A rule that a plugin answers for.
struct ExternalRule: Rule {
  let id: String
  let needles: Needles
  private let connection: PluginConnection
  private let prefilter: Prefilter

  init(id: String, needles: Needles, _ connection: PluginConnection) {
    self.id = id
    self.needles = needles
    self.connection = connection
    prefilter = Prefilter(needles.strings)
  }

  var plugin: String? { connection.name }

  /// Nobody knows what another program's answer depends on.
  var isRepeatable: Bool { false }

  func check(_ file: ParsedFile, in context: RuleContext) -> RuleOutput {
    // The recipe may have other rules, and a pass may have removed what was looked for.
    guard prefilter.hits(in: file.source.bytes).satisfy(needles) else { return RuleOutput() }
    do {
      return try connection.ask(id, file, context)
    } catch {
      return RuleOutput(
        failure: RuleFailure(reason: error.reason.rawValue, detail: error.detail))
    }
  }
}
