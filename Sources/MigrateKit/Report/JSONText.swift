import Foundation

/// Writes values as JSON whose bytes depend on nothing but the value.
public enum JSONText {
  /// The JSON text with sorted keys and a final newline.
  ///
  /// - Throws: `EncodingError` for a value that JSON cannot hold, such as an infinite number.
  public static func encode(_ value: some Encodable, pretty: Bool = true) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if pretty { encoder.outputFormatting.insert(.prettyPrinted) }
    return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
  }
}
