/// Writes findings as SARIF 2.1.0, for code-scanning services.
///
/// SARIF counts columns in UTF-16 code units, so the reporter needs the bytes of the files.
public struct SARIFReporter {
  private let bytes: (String) -> [UInt8]?
  private var indexes: [String: (LineIndex, [UInt8])] = [:]

  /// Makes a reporter; `bytes` gives the contents of a file that has findings, nil when it is gone.
  public init(bytes: @escaping (String) -> [UInt8]?) {
    self.bytes = bytes
  }

  /// The SARIF text for a document.
  ///
  /// - Throws: `EncodingError` when a value cannot be written as JSON.
  public mutating func text(for document: ScanDocument) throws -> String {
    var results: [Result] = []
    for recipe in document.recipes {
      for finding in recipe.findings {
        results.append(result(finding, recipe))
      }
    }
    let rules = document.recipes.map { Rule(id: $0.id, shortDescription: Text(text: $0.title)) }
    let driver = Driver(
      name: document.tool.name, version: document.tool.version, rules: rules)
    let log = Log(
      runs: [Run(tool: Tool(driver: driver), results: results, columnKind: "utf16CodeUnits")])
    return try JSONText.encode(log)
  }

  private mutating func result(
    _ finding: ScanDocument.FindingEntry, _ recipe: ScanDocument.RecipeEntry
  ) -> Result {
    let region = Region(
      startLine: finding.line, startColumn: column(finding.path, finding.line, finding.column),
      endLine: finding.endLine, endColumn: column(finding.path, finding.endLine, finding.endColumn))
    let place = Location(
      physicalLocation: PhysicalLocation(
        artifactLocation: Artifact(uri: Self.uri(finding.path)), region: region))
    return Result(
      ruleId: recipe.id, level: finding.level.rawValue, message: Text(text: finding.message),
      locations: [place], partialFingerprints: ["migrate/v1": finding.fingerprint],
      suppressions: finding.suppressed ? [Suppression(kind: "inSource")] : nil)
  }

  /// The column in UTF-16 code units for one in bytes, both from 1.
  private mutating func column(_ path: String, _ line: Int, _ column: Int) -> Int {
    if indexes[path] == nil, let contents = bytes(path) {
      indexes[path] = (LineIndex(contents), contents)
    }
    guard let (index, contents) = indexes[path] else { return column }
    let range = index.range(ofLine: line - 1)
    let end = min(range.lowerBound + column - 1, contents.count)
    guard end >= range.lowerBound else { return column }
    return String(decoding: contents[range.lowerBound..<end], as: UTF8.self).utf16.count + 1
  }

  /// The path as a relative URI reference.
  private static func uri(_ path: String) -> String {
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
    var text = ""
    for byte in path.utf8 {
      if plain.contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return text
  }

  private struct Log: Encodable {
    var schema = "https://json.schemastore.org/sarif-2.1.0.json"
    var version = "2.1.0"
    var runs: [Run]
    enum CodingKeys: String, CodingKey {
      case schema = "$schema"
      case version
      case runs
    }
  }
  private struct Run: Encodable {
    var tool: Tool
    var results: [Result]
    var columnKind: String
  }
  private struct Tool: Encodable { var driver: Driver }
  private struct Driver: Encodable {
    var name: String
    var version: String
    var rules: [Rule]
  }
  private struct Rule: Encodable {
    var id: String
    var shortDescription: Text
  }
  private struct Text: Encodable { var text: String }
  private struct Result: Encodable {
    var ruleId: String
    var level: String
    var message: Text
    var locations: [Location]
    var partialFingerprints: [String: String]
    var suppressions: [Suppression]?
  }
  private struct Suppression: Encodable { var kind: String }
  private struct Location: Encodable { var physicalLocation: PhysicalLocation }
  private struct PhysicalLocation: Encodable {
    var artifactLocation: Artifact
    var region: Region
  }
  private struct Artifact: Encodable { var uri: String }
  private struct Region: Encodable {
    var startLine: Int
    var startColumn: Int
    var endLine: Int
    var endColumn: Int
  }
}
