import Foundation

/// Reading and writing the files of module builds.
enum Files {
  static func text(of path: String) throws(TypeCheckError) -> String {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw .file(path: path, reason: "it cannot be read; check that it is there")
    }
    return String(decoding: data, as: UTF8.self)
  }

  static func write(_ text: String, to path: String) throws(TypeCheckError) {
    do {
      try Data(text.utf8).write(to: URL(filePath: path))
    } catch {
      throw .file(path: path, reason: error.localizedDescription)
    }
  }

  static func makeFolder(_ path: String) throws(TypeCheckError) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw .file(path: path, reason: error.localizedDescription)
    }
  }

  /// A folder beside `path` that nobody else uses.
  static func makeScratchFolder(beside path: String) throws(TypeCheckError) -> String {
    let scratch = path + ".\(String(UInt64.random(in: 0...UInt64.max), radix: 36)).tmp"
    try makeFolder(scratch)
    return scratch
  }

  static func isFolder(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
      && isDirectory.boolValue
  }

  /// Removes a scratch folder; one that cannot be removed only takes space.
  static func discard(_ path: String) {
    _ = try? FileManager.default.removeItem(atPath: path)
  }

  /// Gives a finished folder its name; another process that was faster wins.
  static func publish(_ scratch: String, as path: String) throws(TypeCheckError) {
    do {
      try FileManager.default.moveItem(atPath: scratch, toPath: path)
    } catch {
      discard(scratch)
      guard isFolder(path) else { throw .file(path: path, reason: error.localizedDescription) }
    }
  }

  /// The paths of the `.swiftinterface` files of a folder, sorted.
  static func interfaces(in folder: String) throws(TypeCheckError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { $0.hasSuffix(".swiftinterface") }.sorted().map { folder + "/" + $0 }
    } catch {
      throw .file(path: folder, reason: "the folder cannot be read")
    }
  }
}
