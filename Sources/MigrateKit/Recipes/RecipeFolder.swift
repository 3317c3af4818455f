import Foundation

/// Who a recipe comes from, which decides what it may do.
public enum RecipeOrigin: String, Hashable, Sendable {
  /// It came with the program.
  case builtIn
  /// The user named its folder.
  case user
  /// It lies in the repository under migration, and may hold data only: no program of its own runs.
  case repository
  /// A plugin gave it.
  case plugin
}

/// The bytes of one recipe folder's manifest.
public struct RecipeFolder: Hashable, Sendable {
  /// The path of the folder, as the user would write it.
  public var path: String
  /// The bytes of its `recipe.yml`.
  public var manifest: [UInt8]
  /// Who it comes from.
  public var origin: RecipeOrigin

  /// Makes a folder of bytes that were read elsewhere, such as from a commit.
  public init(path: String, manifest: [UInt8], origin: RecipeOrigin) {
    self.path = path
    self.manifest = manifest
    self.origin = origin
  }

  /// The last component of the path.
  public var name: String {
    String(path.split(separator: "/").last ?? "")
  }

  /// The path of the manifest.
  public var manifestPath: String {
    origin == .plugin ? path : Self.manifestPath(in: path)
  }

  /// The path of the manifest in a folder.
  static func manifestPath(in folder: String) -> String { folder + "/" + manifestName }

  /// The name of the file that says what a recipe is.
  public static let manifestName = "recipe.yml"
  /// The name of the file that holds a recipe's reasons and cases.
  public static let documentName = "README.md"

  /// Reads the manifests of the folders in a folder, sorted by name; folders without one, and
  /// those whose name starts with a dot, are passed over.
  ///
  /// - Throws: what could not be read.
  public static func all(
    in path: String, origin: RecipeOrigin
  ) throws(FileProblems) -> [RecipeFolder] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    } catch {
      throw FileProblems([
        FileProblem(file: path, "the recipe folder cannot be read; check its path and permissions")
      ])
    }
    var folders: [RecipeFolder] = []
    var problems: [FileProblem] = []
    for name in names where !name.hasPrefix(".") {
      let folder = path + "/" + name
      let manifest = folder + "/" + manifestName
      guard FileManager.default.fileExists(atPath: manifest) else { continue }
      do {
        folders.append(
          RecipeFolder(path: folder, manifest: try bytes(of: manifest), origin: origin))
      } catch {
        problems.append(error)
      }
    }
    if !problems.isEmpty { throw FileProblems(problems) }
    return folders
  }

  /// The bytes of a regular file of at most the size that YAML may have.
  static func bytes(of path: String) throws(FileProblem) -> [UInt8] {
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      let size = (attributes[.size] as? NSNumber)?.intValue ?? 0
      guard size <= YAMLReader.byteLimit else {
        throw FileProblem(
          file: path,
          "the file has \(size) bytes; \(YAMLReader.byteLimit) are the most that are read")
      }
      return [UInt8](try Data(contentsOf: URL(filePath: path)))
    } catch let problem as FileProblem {
      throw problem
    } catch {
      throw FileProblem(file: path, "the file cannot be read; check its permissions")
    }
  }
}

extension RecipeFolder {
  /// The folders that hold a file: the one its path names, then the one its links lead to.
  static func resolved(parentOf path: String) -> [String] {
    let url = URL(filePath: path)
    let direct = url.deletingLastPathComponent().path
    let resolved = url.resolvingSymlinksInPath().deletingLastPathComponent().path
    return direct == resolved ? [direct] : [direct, resolved]
  }

  /// Whether the path is that of a folder.
  static func isFolder(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
      && isDirectory.boolValue
  }
}
