internal import Foundation

/// What answers say about asking too often.
enum RateLimit {
  /// The seconds to wait, when an answer refuses because of a limit; nil when it is something else.
  ///
  /// GitHub answers 403 or 429 with `Retry-After` for secondary limits and with
  /// `x-ratelimit-remaining: 0` for primary ones; GitLab and what stands before a Gitea answer 429,
  /// with `Retry-After`, `RateLimit-Reset` or neither. Without a time, GitHub asks for at least a
  /// minute.
  static func wait(asked response: HTTPResponse, words: String, now: Int64) -> Int64? {
    let after = response.header("Retry-After").flatMap { seconds(in: $0, now: now) }
    guard [403, 429].contains(response.status) else { return nil }
    if let after { return after }
    if response.header("x-ratelimit-remaining") == "0" {
      return reset(response, now) ?? 60
    }
    if response.status == 429 { return reset(response, now) ?? 60 }
    return words.lowercased().contains("secondary rate limit") ? 60 : nil
  }

  /// When a limit ends; small numbers count from now, as in the draft of the IETF.
  private static func reset(_ response: HTTPResponse, _ now: Int64) -> Int64? {
    let text = response.header("x-ratelimit-reset") ?? response.header("RateLimit-Reset") ?? ""
    guard let number = Int64(text.trimmingCharacters(in: .whitespaces)) else { return nil }
    return number < 1_000_000_000 ? max(0, number) : max(0, number - now)
  }

  /// Reads a number of seconds or a date.
  private static func seconds(in text: String, now: Int64) -> Int64? {
    if let seconds = Int64(text.trimmingCharacters(in: .whitespaces)) { return max(0, seconds) }
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(secondsFromGMT: 0)
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
    return format.date(from: text).map { max(0, Int64($0.timeIntervalSince1970) - now) }
  }
}
