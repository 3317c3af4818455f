internal import Foundation

/// One path as a tree or an index lists it, before it is judged.
struct TrackedPath {
  enum Kind {
    case regular, executable, symlink, submodule, other
  }

  var bytes: [UInt8]
  var kind: Kind
  var id: ObjectID
  /// What the index keeps of the file on disk; nil where that says nothing.
  var stamp: FileStamp?
  var isUnmerged = false
  var isIntentToAdd = false
  var isSkippedBySparseCheckout = false

  init(_ bytes: [UInt8], mode: UInt32, id: ObjectID) {
    self.bytes = bytes
    self.id = id
    kind =
      switch mode & 0o170000 {
      case 0o100000: mode & 0o111 != 0 ? .executable : .regular
      case 0o120000: .symlink
      case 0o160000: .submodule
      default: .other
      }
  }

  /// Whether the last component ends in `.swift`.
  var isSwift: Bool { bytes.suffix(6).elementsEqual(".swift".utf8) }

  /// The path, when it is UTF-8.
  var text: String? {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.utf8.elementsEqual(bytes) ? text : nil
  }

  /// Whether the path stays in the working tree and out of git's own folder.
  var isSafe: Bool {
    guard !bytes.isEmpty, !bytes.contains(0) else { return false }
    return bytes.split(separator: 0x2F, omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8)
        && !Self.isGitFolder($0)
    }
  }

  private static func isGitFolder(_ component: ArraySlice<UInt8>) -> Bool {
    component.count == 4 && component.map { $0 | 0x20 }.elementsEqual(".git".utf8)
  }

  /// Whether a person wants to know that the path was not read.
  var isWorthReporting: Bool {
    switch kind {
    case .submodule: true
    // A link without an extension may stand for a folder of sources.
    case .symlink: isSwift || !(bytes.split(separator: 0x2F).last ?? []).contains(0x2E)
    case .regular, .executable, .other: isSwift
    }
  }

  func skip(_ reason: SnapshotSkip.Reason, _ detail: String = "") -> SnapshotSkip {
    SnapshotSkip(
      path: String(decoding: bytes, as: UTF8.self),
      pathBase64: text == nil ? Data(bytes).base64EncodedString() : nil, reason: reason,
      detail: detail)
  }
}
