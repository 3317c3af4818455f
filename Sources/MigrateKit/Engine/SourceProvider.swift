/// The Swift files of a project, however they are stored.
public protocol SourceProvider: Sendable {
  /// The paths of the files, sorted by bytes.
  var paths: [String] { get }
  /// Opens a reader for one worker.
  func makeReader() throws -> any SourceReader
  /// What tells the project from others, so that results of its files are kept together; nil when
  /// nothing is to be kept.
  var cacheName: String? { get }
  /// Whether ids are known without reading the files.
  var recordsIDs: Bool { get }
  /// What the files other than the Swift files are, as far as platforms depend on them; nil when
  /// that cannot be told.
  func surroundings() -> String?
}

extension SourceProvider {
  /// Nothing is kept.
  public var cacheName: String? { nil }
  /// Files have to be read.
  public var recordsIDs: Bool { false }
  /// Nothing is told.
  public func surroundings() -> String? { nil }
}

/// Reads files for one worker; it stays on the thread that opened it.
public protocol SourceReader: AnyObject {
  /// The bytes of the file at the index in the provider's paths.
  func read(_ index: Int) throws(ReadFailure) -> [UInt8]
  /// The blob id of the file at the index in the provider's paths; nil when it cannot be told.
  func identify(_ index: Int) throws(ReadFailure) -> ObjectID?
}

extension SourceReader {
  /// The id of the bytes that are read.
  public func identify(_ index: Int) throws(ReadFailure) -> ObjectID? {
    ObjectID.hash(of: try read(index))
  }
}

/// Why one file could not be read; it becomes a skip.
public struct ReadFailure: Error, Hashable, Sendable {
  /// A stable reason code.
  public var reason: String
  /// What happened, for a person.
  public var detail: String
  /// Whether it is a fault rather than a kind of file that is left out by design.
  public var isFault: Bool

  /// Makes a failure.
  public init(reason: String, detail: String, isFault: Bool) {
    self.reason = reason
    self.detail = detail
    self.isFault = isFault
  }
}

/// A project whose files are held in memory.
public struct InMemoryProject: SourceProvider, Sendable {
  /// The paths of the files, sorted by bytes.
  public let paths: [String]
  private let contents: [[UInt8]]

  /// Makes a project of files by path.
  public init(_ files: [String: [UInt8]]) {
    let sorted = files.sorted { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) }
    self.paths = sorted.map(\.key)
    self.contents = sorted.map(\.value)
  }

  /// A reader of the files.
  public func makeReader() -> any SourceReader { Reader(contents: contents) }

  private final class Reader: SourceReader {
    private let contents: [[UInt8]]
    init(contents: [[UInt8]]) { self.contents = contents }
    func read(_ index: Int) -> [UInt8] { contents[index] }
  }
}
