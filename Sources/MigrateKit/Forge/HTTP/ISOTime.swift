internal import Foundation

/// Moments as forges write them.
enum ISOTime {
  /// The seconds since 1970 of a text such as `2026-01-31T10:20:30Z`, with or without fractions
  /// and with any offset; nil for anything else.
  static func seconds(_ text: String?) -> Int64? {
    guard let text else { return nil }
    for includesFractions in [false, true] {
      let style = Date.ISO8601FormatStyle(
        includingFractionalSeconds: includesFractions, timeZone: .gmt)
      do {
        return Int64(try style.parse(text).timeIntervalSince1970)
      } catch {
        continue
      }
    }
    return nil
  }
}
