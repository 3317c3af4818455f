import Foundation
import Testing

/// Dependencies between the folders of the library go one way.
@Suite struct LayeringTests {
  /// What each folder may use; nothing else.
  private static let allowed: [String: Set<String>] = [
    "Source": [],
    "YAML": ["Source", "Availability"],
    "Subprocess": [],
    "Availability": ["Source"],
    "Project": ["Source", "Availability", "YAML"],
    "Rules": ["Source", "Availability", "Project", "Subprocess"],
    "Git": ["Subprocess"],
    "Engine": ["Source", "Availability", "Rules", "Git"],
    "Recipes": ["Source", "YAML", "Availability", "Rules", "Engine", "Subprocess"],
    "Configuration": [
      "Source", "YAML", "Availability", "Rules", "Recipes", "Delivery", "Forge",
    ],
    "Forge": ["Subprocess"],
    "Delivery": ["Git", "Engine", "Subprocess", "Rules", "Source", "Forge"],
    "Report": [
      "Source", "YAML", "Availability", "Rules", "Engine", "Recipes", "Configuration", "Delivery",
      "Forge",
    ],
  ]
  /// The C modules and who may import them.
  private static let importers = ["CGit2": "Git", "CYAML": "YAML"]

  private struct File {
    var layer: String
    var name: String
    var code: String
  }

  private static func files() throws -> [File] {
    let root = Checkout.root + "/Sources/MigrateKit"
    let paths = try #require(FileManager.default.enumerator(atPath: root)?.allObjects as? [String])
    return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
      let text = try String(contentsOfFile: root + "/" + path, encoding: .utf8)
      let layer = String(path.prefix { $0 != "/" })
      return File(layer: layer, name: path, code: Self.code(text))
    }
  }

  /// The text without comments and string literals.
  private static func code(_ text: String) -> String {
    text.replacing(#/(?m)^\s*//.*$/#, with: "").replacing(#/"(\\.|[^"\\\n])*"/#, with: "\"\"")
      .replacing(#/ //.*/#, with: "")
  }

  @Test func everyFolderIsALayer() throws {
    for file in try Self.files() {
      #expect(Self.allowed[file.layer] != nil, "'\(file.name)' is in no known layer")
    }
  }

  @Test func foldersUseOnlyWhatIsBelowThem() throws {
    let files = try Self.files()
    var owners: [String: Set<String>] = [:]
    var nested: [String: Set<String>] = [:]
    let declaration =
      #/(?m)^( *)(?:public |final |package |private |fileprivate |indirect )*(?:struct|class|enum|protocol|actor|typealias|case) (\w+)/#
    for file in files {
      for match in file.code.matches(of: declaration) {
        let isTopLevel = match.1.isEmpty && !match.0.contains("private ")
        if isTopLevel { owners[String(match.2), default: []].insert(file.layer) }
        nested[file.name, default: []].insert(String(match.2))
      }
    }
    #expect(owners.count > 100)
    for file in files {
      let may = Self.allowed[file.layer] ?? []
      for word in Set(file.code.matches(of: #/\b[A-Z]\w+/#).map { String($0.0) }) {
        guard let layers = owners[word], !layers.contains(file.layer), layers.count == 1,
          let layer = layers.first, nested[file.name]?.contains(word) != true
        else { continue }
        #expect(may.contains(layer), "'\(file.name)' uses '\(word)' of \(layer)")
      }
    }
  }

  @Test func onlyOneFolderImportsEachCLibrary() throws {
    for file in try Self.files() {
      for (module, layer) in Self.importers where file.code.contains("import \(module)") {
        #expect(file.layer == layer, "'\(file.name)' imports \(module)")
      }
    }
  }
}
