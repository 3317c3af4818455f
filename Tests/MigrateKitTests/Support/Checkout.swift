import Foundation

/// The checkout that the tests were built from.
enum Checkout {
  /// Its root folder, without a final slash.
  static let root: String = {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return folder.path
  }()
}
