/// The command that runs a plugin, made after its file was checked.
struct PluginProgram: Sendable {
  /// The absolute path of the program to start.
  let path: String
  /// Its arguments.
  let arguments: [String]
  /// The folders in which the plugin may look for an interpreter.
  let searchPath: String

  /// Checks the plugin's file and copies it where it must not change any more.
  ///
  /// - Parameters:
  ///   - folder: Where copies go.
  ///   - repository: The folders of the repository under migration, links resolved.
  init(
    _ reference: PluginReference, searchPath: String, copiesIn folder: String,
    repository: [String], limits: PluginLimits
  ) throws(PluginError) {
    self.searchPath = Self.trusted(searchPath, repository: repository)
    guard let file = FileDescriptor.realPath(reference.path) else {
      throw PluginError(
        reference, "is not there: check 'path', '\(reference.path)'")
    }
    let isInside =
      PluginTrust.isInside(file, repository)
      || PluginTrust.isInside(reference.path, repository)
    if isInside, reference.digest == nil {
      throw PluginError(
        reference,
        "lies in the repository under migration, which may not choose what runs: give its 'sha256',"
          + " or name a copy elsewhere")
    }
    var program = file
    if reference.digest != nil || reference.isSandboxed {
      program = try Self.copy(of: reference, at: file, into: folder, limits)
    } else if !FileDescriptor.isExecutableFile(file) {
      throw PluginError(
        reference, "is no file that may be run: check 'path', and 'chmod +x \(reference.path)'")
    }
    guard reference.isSandboxed else {
      path = program
      arguments = []
      return
    }
    guard let wasmkit = Self.wasmkit(searchPath: self.searchPath) else {
      throw PluginError(reference, Self.wasmkitMissing)
    }
    path = wasmkit
    arguments = ["run", program]
  }

  /// What to say where there is no `wasmkit`.
  static let wasmkitMissing =
    "needs 'wasmkit', which comes with the Swift toolchain from swift.org: put its folder on the"
    + " 'PATH'"

  /// The path of `wasmkit`: on the path, or beside the compiler that is.
  static func wasmkit(searchPath: String) -> String? {
    let folders = searchPath.split(separator: ":").map(String.init)
    for folder in folders {
      let candidate = folder + "/wasmkit"
      if FileDescriptor.isExecutableFile(candidate) { return candidate }
    }
    for folder in folders {
      guard let compiler = FileDescriptor.realPath(folder + "/swiftc") else { continue }
      let bin = compiler.split(separator: "/").dropLast().joined(separator: "/")
      let candidate = "/" + bin + "/wasmkit"
      if FileDescriptor.isExecutableFile(candidate) { return candidate }
    }
    return nil
  }

  /// The folders of a search path that are absolute and not in the repository.
  private static func trusted(_ searchPath: String, repository: [String]) -> String {
    searchPath.split(separator: ":").map(String.init).filter { folder in
      guard folder.hasPrefix("/") else { return false }
      let resolved = FileDescriptor.realPath(folder) ?? folder
      return !PluginTrust.isInside(folder, repository)
        && !PluginTrust.isInside(resolved, repository)
    }.joined(separator: ":")
  }

  /// Reads the file once, checks what was read, and writes that.
  private static func copy(
    of reference: PluginReference, at path: String, into folder: String, _ limits: PluginLimits
  ) throws(PluginError) -> String {
    guard let bytes = FileDescriptor.contents(of: path, limit: limits.programBytes) else {
      throw PluginError(
        reference, "cannot be read: check 'path', '\(reference.path)', and its permissions")
    }
    if let wanted = reference.digest {
      let digest = SHA256(of: bytes)
      guard digest == wanted else {
        throw PluginError(
          reference,
          "is not the file that 'sha256' names: '\(reference.path)' has \(digest); look at what"
            + " changed before you change the digest")
      }
    }
    if reference.isSandboxed, !bytes.starts(with: [0x00, 0x61, 0x73, 0x6D]) {
      throw PluginError(reference, "is no WebAssembly module: '\(reference.path)'")
    }
    let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    let copy = "\(folder)/\(name)"
    guard FileDescriptor.write(bytes, toNew: copy, mode: 0o500) else {
      throw PluginError(reference, "cannot be copied to '\(folder)': free some space there")
    }
    return copy
  }
}

/// Where things lie, as far as it decides what may run.
public enum PluginTrust {
  /// Whether a path names one of the folders or something in them.
  ///
  /// Both are compared as they are; resolve links first, and ask about the path as written, too.
  public static func isInside(_ path: String, _ folders: [String]) -> Bool {
    let parts = components(path)
    return folders.contains { parts.starts(with: components($0)) }
  }

  private static func components(_ path: String) -> [Substring] {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts
  }
}
