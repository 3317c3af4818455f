/// What a file is written in, as its name says.
public enum FileFormat: String, Codable, Sendable, CaseIterable {
  /// Swift source, or a file of no other known kind.
  case swift
  /// A property list in XML.
  case propertyList
  /// An Xcode project, an old-style property list.
  case xcodeProject
  /// Build settings, an `xcconfig` file.
  case buildSettings
  /// YAML, such as a specification for XcodeGen.
  case yaml
  /// JSON.
  case json

  /// Looks at the end of a path.
  public init(path: String) {
    let bytes = path.utf8
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")),
      bytes.distance(from: dot, to: bytes.endIndex) < 10
    else {
      self = .swift
      return
    }
    switch path[dot...] {
    case ".plist": self = .propertyList
    case ".pbxproj": self = .xcodeProject
    case ".xcconfig": self = .buildSettings
    case ".yml", ".yaml": self = .yaml
    case ".json": self = .json
    default: self = .swift
    }
  }
}
