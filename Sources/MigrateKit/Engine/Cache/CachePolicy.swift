/// Where results are kept from one run to the next, and what they depend on besides the request.
public struct CachePolicy: Sendable {
  /// The folder of the results.
  public var folder: CacheFolder
  /// What tells this build of the program from every other.
  public var tool: String
  /// What the scope of the request was made of, and everything else that shapes platforms.
  public var scope: String

  /// Makes a policy.
  public init(folder: CacheFolder, tool: String, scope: String) {
    self.folder = folder
    self.tool = tool
    self.scope = scope
  }
}
