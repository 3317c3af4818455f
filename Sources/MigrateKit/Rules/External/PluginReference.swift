/// A plugin as the person who runs the program names it in a configuration of their own.
public struct PluginReference: Hashable, Sendable {
  /// What it is called in messages, in kebab case.
  public var name: String
  /// The absolute path of an executable file or of a `.wasm` module.
  public var path: String
  /// The digest that the file must have; it then runs as a private copy.
  public var digest: SHA256?
  /// The seconds that an answer about one file may take; nil for the standard.
  public var seconds: Int?
  /// Where it is named, as `file:line:column`, for messages.
  public var place: String

  /// Names a plugin.
  public init(
    name: String, path: String, digest: SHA256? = nil, seconds: Int? = nil, place: String = ""
  ) {
    self.name = name
    self.path = path
    self.digest = digest
    self.seconds = seconds
    self.place = place
  }

  /// Whether it runs in a sandbox.
  public var isSandboxed: Bool { path.hasSuffix(".wasm") }
}
