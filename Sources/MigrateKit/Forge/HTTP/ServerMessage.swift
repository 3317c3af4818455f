internal import Foundation

/// The words of a server in the body of a refusal.
enum ServerMessage {
  /// The most characters that are kept.
  static let limit = 400

  /// One line: `message`, `error` or `error_description`, then the details under `errors`; the
  /// beginning of the body when it is something else.
  static func text(in body: [UInt8]) -> String {
    let text: String
    if let object = object(in: body) {
      let heads = ["message", "error", "error_description"].compactMap { words(object[$0]) }
      let details = words(object["errors"]).map { [$0] } ?? []
      text = (heads + details).joined(separator: ": ")
    } else {
      text = String(decoding: body.prefix(4 * limit), as: UTF8.self)
    }
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > limit ? line.prefix(limit) + "…" : line
  }

  private static func object(in body: [UInt8]) -> [String: Any]? {
    do {
      return try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
    } catch {
      return nil
    }
  }

  private static func words(_ value: Any?) -> String? {
    switch value {
    case let text as String: return text.isEmpty ? nil : text
    case let list as [Any]:
      let parts = list.compactMap(words)
      return parts.isEmpty ? nil : parts.joined(separator: ", ")
    case let object as [String: Any]:
      if let message = words(object["message"]) { return message }
      let parts = object.sorted { $0.key < $1.key }.compactMap { key, value in
        words(value).map { "\(key) \($0)" }
      }
      return parts.isEmpty ? nil : parts.joined(separator: " ")
    default: return nil
    }
  }
}
