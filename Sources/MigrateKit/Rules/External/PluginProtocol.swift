import Foundation

/// The rule protocol between `migrate` and a plugin: one JSON object a line, each answered by one.
public enum PluginProtocol {
  /// The version that this program speaks.
  public static let version = 1

  /// A message as one line, without the line feed, its keys sorted.
  static func line(_ message: some Encodable) throws(PluginProtocolError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return [UInt8](try encoder.encode(message))
    } catch {
      throw PluginProtocolError("a message cannot be written")
    }
  }

  /// Reads a message; unknown keys are errors.
  static func read<Message: Decodable>(
    _ type: Message.Type, from line: [UInt8]
  ) throws(PluginProtocolError) -> Message {
    guard String(validating: line, as: UTF8.self) != nil else {
      throw PluginProtocolError("the line is not UTF-8 text")
    }
    do {
      return try JSONDecoder().decode(type, from: Data(line))
    } catch let error as DecodingError {
      throw PluginProtocolError(error.summary)
    } catch {
      throw PluginProtocolError("the line is no JSON")
    }
  }
}

/// A line that is no message of the protocol.
struct PluginProtocolError: Error, Hashable, Sendable {
  /// What is wrong with it.
  var message: String

  init(_ message: String) { self.message = message }
}
