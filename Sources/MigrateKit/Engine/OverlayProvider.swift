/// A project with some files replaced by results that were planned before.
public struct OverlayProvider<Under: SourceProvider>: SourceProvider {
  private let under: Under
  private let replaced: [String: [UInt8]]

  /// Puts bytes over the files of a project; paths the project does not have are ignored.
  public init(_ under: Under, replacing replaced: [String: [UInt8]]) {
    self.under = under
    self.replaced = replaced
  }

  /// The paths of the project.
  public var paths: [String] { under.paths }

  /// Opens a reader for one worker.
  public func makeReader() throws -> any SourceReader {
    Reader(try under.makeReader(), paths, replaced)
  }

  private final class Reader: SourceReader {
    private let under: any SourceReader
    private let paths: [String]
    private let replaced: [String: [UInt8]]

    init(_ under: any SourceReader, _ paths: [String], _ replaced: [String: [UInt8]]) {
      self.under = under
      self.paths = paths
      self.replaced = replaced
    }

    func identify(_ index: Int) throws(ReadFailure) -> ObjectID? {
      if let bytes = replaced[paths[index]] { return ObjectID.hash(of: bytes) }
      return try under.identify(index)
    }

    func read(_ index: Int) throws(ReadFailure) -> [UInt8] {
      if let bytes = replaced[paths[index]] { return bytes }
      return try under.read(index)
    }
  }
}
