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
    let endings: [(String, FileFormat)] = [
      (".plist", .propertyList), (".pbxproj", .xcodeProject), (".xcconfig", .buildSettings),
      (".yml", .yaml), (".yaml", .yaml), (".json", .json),
    ]
    self = endings.first { path.hasSuffix($0.0) }?.1 ?? .swift
  }
}
