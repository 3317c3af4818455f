import Foundation
import MigrateKit

/// Which recipes a command knows and which of them it runs.
enum RecipeSelection {
  /// Every known recipe: those beside the program, in the folders named, and in the repository.
  static func library(
    _ invocation: Invocation, _ snapshot: Snapshot, _ reader: inout SnapshotReader,
    folders configured: [String], plugins: [Plugin]
  ) throws -> RecipeLibrary {
    var folders: [RecipeFolder] = []
    let roots = Set([".migrate/recipes"] + configured.map(trimmed))
    for entry in snapshot.entries where entry.path.hasSuffix("/" + RecipeFolder.manifestName) {
      let folder = entry.path.dropLast(RecipeFolder.manifestName.count + 1)
      guard let slash = folder.lastIndex(of: "/"), roots.contains(String(folder[..<slash])) else {
        continue
      }
      guard let manifest = try Session.settings(at: entry, &reader) else { continue }
      folders.append(
        RecipeFolder(path: String(folder), manifest: manifest, origin: .repository))
    }
    begin(invocation)
    if folders.isEmpty, plugins.isEmpty { return try invocation.recipes.library() }
    let shared = try invocation.recipes.folders()
    return try RecipeLibrary(shared + folders, plugins: plugins)
  }

  /// Begins to read the recipes that every repository has.
  static func begin(_ invocation: Invocation) {
    invocation.recipes.begin { try named(invocation) }
  }

  private static func trimmed(_ folder: String) -> String {
    var folder = folder[...]
    while folder.hasSuffix("/") { folder.removeLast() }
    while folder.hasPrefix("./") { folder.removeFirst(2) }
    return String(folder)
  }

  /// The recipes beside the program and in the folders named by '--recipes'; of those with one
  /// name, a folder that the user named has the one that is meant.
  static func named(_ invocation: Invocation) throws -> [RecipeFolder] {
    let program = Bundle.main.executablePath ?? invocation.program
    var roots: [String] = []
    var own: [RecipeFolder] = []
    for folder in invocation.arguments.all(.recipes) {
      let path = Session.absolute(folder, in: invocation.folder)
      let root = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      guard !roots.contains(root) else { continue }
      roots.append(root)
      own += try RecipeFolder.all(in: path, origin: .user)
    }
    let names = Set(own.map(\.name))
    let builtIn = try RecipeLibrary.builtInFolders(programPath: program)
    return builtIn.filter { !names.contains($0.name) } + own
  }
}
