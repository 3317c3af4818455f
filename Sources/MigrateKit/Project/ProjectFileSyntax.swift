import Foundation

/// Whether files that are not Swift can be read as what their names say.
enum ProjectFileSyntax {
  static func isWellFormed(_ file: SourceFile) -> Bool {
    switch FileFormat(path: file.path) {
    case .swift, .buildSettings: return true
    case .propertyList, .xcodeProject:
      do {
        _ = try PropertyList.parse(file.bytes)
        return true
      } catch {
        return false
      }
    case .yaml:
      return YAMLReader.read(file.bytes, file: file.path, dialect: .foreign).problems.isEmpty
    case .json:
      do {
        _ = try JSONSerialization.jsonObject(with: Data(file.bytes))
        return true
      } catch {
        return false
      }
    }
  }
}
