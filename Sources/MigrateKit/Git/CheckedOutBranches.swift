internal import Foundation

/// Which branches a working tree is on, or comes back to after a rebase or bisection.
public struct CheckedOutBranches: Sendable {
  private var folders: [String: String] = [:]

  /// Looks at the main working tree and every linked one.
  ///
  /// - Throws: `GitError` when they cannot be listed, so that a branch in use is never taken for
  ///   one that is free.
  public init(of location: RepositoryLocation) throws(GitError) {
    let common = location.commonFolder
    let main = common.hasSuffix("/.git") ? String(common.dropLast(5)) : common
    if try !Self.isBare(location) {
      record(gitFolder: common, folder: main)
    }
    let linked = common + "/worktrees"
    for name in try Self.names(in: linked) {
      let gitFolder = linked + "/" + name
      let file = FileDescriptor.contents(of: gitFolder + "/gitdir", limit: 1 << 16) ?? []
      var folder = String(decoding: file, as: UTF8.self).trimmingCharacters(in: .newlines)
      if folder.hasSuffix("/.git") { folder.removeLast(5) }
      record(gitFolder: gitFolder, folder: folder)
    }
  }

  /// The folder of a working tree that has the branch; nil when there is none.
  public func folder(of branch: String) -> String? { folders["refs/heads/" + branch] }

  private mutating func record(gitFolder: String, folder: String) {
    let files = ["HEAD", "rebase-merge/head-name", "rebase-apply/head-name", "BISECT_START"]
    for file in files {
      guard let bytes = FileDescriptor.contents(of: gitFolder + "/" + file, limit: 1 << 16) else {
        continue
      }
      var name = String(decoding: bytes, as: UTF8.self).trimmingCharacters(
        in: .whitespacesAndNewlines)
      if name.hasPrefix("ref:") {
        name = name.dropFirst(4).trimmingCharacters(in: .whitespaces)
      } else if file == "HEAD" {
        continue
      }
      if !name.hasPrefix("refs/") { name = "refs/heads/" + name }
      folders[name] = folder
    }
  }

  /// Whether the main working tree does not exist; a linked one may still.
  private static func isBare(_ location: RepositoryLocation) throws(GitError) -> Bool {
    if location.gitFolder == location.commonFolder { return location.workFolder == nil }
    let result = try location.git.result(
      ["--git-dir=" + location.commonFolder, "config", "--bool", "core.bare"],
      in: location.commonFolder)
    return result.standardOutput.starts(with: "true".utf8)
  }

  private static func names(in folder: String) throws(GitError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
      return []
    } catch {
      throw GitError(
        .inputOutput, at: folder, "the linked working trees cannot be listed",
        remedy: "check the permissions of the folder")
    }
  }
}
