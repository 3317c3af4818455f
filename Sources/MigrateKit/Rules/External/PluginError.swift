/// Why a plugin cannot be used at all.
public struct PluginError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the plugin.
  public var plugin: String
  /// Where it is named; empty when not known.
  public var place: String
  /// What is wrong and what to do.
  public var message: String

  init(_ reference: PluginReference, _ message: String) {
    plugin = reference.name
    place = reference.place
    self.message = message
  }

  /// `place: plugin 'name' message`.
  public var description: String {
    (place.isEmpty ? "" : place + ": ") + "plugin '\(plugin)' \(message)"
  }
}

/// What a plugin did wrong with one file; the file is then a skip.
struct PluginFault: Error, Hashable, Sendable {
  /// The stable reason codes.
  enum Reason: String, Sendable {
    /// The process ended, or closed its output.
    case crashed = "pluginCrashed"
    /// There was no answer in time.
    case timedOut = "pluginTimedOut"
    /// The answer has too many bytes or findings.
    case tooLarge = "pluginReplyTooLarge"
    /// The answer is no message of the protocol, or not the one that was asked for.
    case badReply = "pluginBadReply"
    /// A finding or an edit is outside the file, inside a character, or overlaps another one.
    case badFinding = "pluginBadFinding"
    /// The plugin itself says that it cannot do the file.
    case refused = "pluginError"
    /// The plugin had so many faults that it is asked nothing more.
    case givenUp = "pluginGivenUp"
  }

  var reason: Reason
  var detail: String

  init(_ reason: Reason, _ detail: String) {
    self.reason = reason
    self.detail = detail
  }

  init(_ error: ConversationError) {
    switch error {
    case .timedOut(let deadline):
      let parts = deadline.components
      let milliseconds = parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000
      let time =
        milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
      self.init(.timedOut, "gave no answer within \(time)")
    case .tooLarge(let limit):
      self.init(.tooLarge, "answered with a line of more than \(limit) bytes")
    case .ended(let termination, let errors):
      let how =
        switch termination {
        case .exited(let status): "ended with status \(status)"
        case .signalled(let signal): "was ended by signal \(signal)"
        }
      self.init(.crashed, "\(how) before it answered" + Self.said(errors))
    case .closed(let errors):
      self.init(.crashed, "closed its output before it answered" + Self.said(errors))
    case .unasked:
      self.init(.badReply, "wrote more than one line for one request")
    case .unread:
      self.init(.badReply, "answered before it had read the whole request")
    case .failed(let message):
      self.init(.crashed, "cannot be talked to: \(message)")
    }
  }

  /// The last line of standard error, cut to what fits into a message.
  private static func said(_ line: String) -> String {
    line.isEmpty ? "" : "; it said: \(line.prefix(200))"
  }
}
