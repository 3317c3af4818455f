/// Why a forge did not do what it was asked: what is wrong, where, and what to do next.
public struct ForgeError: Error, Hashable, Sendable {
  /// What kind of thing went wrong; the raw value is a stable reason code.
  public enum Cause: String, Codable, Sendable {
    /// The token is missing, wrong or has expired.
    case unauthorized
    /// The token may not do this.
    case forbidden
    /// There is no such project or thing, or the token may not see it.
    case notFound
    /// The project has switched the feature off.
    case gone
    /// What is to be made is there already.
    case alreadyThere
    /// The forge does not take these values.
    case invalid
    /// Too many requests; `retryAfter` says for how long.
    case limited
    /// The forge cannot be reached or fails.
    case unavailable
    /// The answer is not what the forge's documentation says.
    case malformed
  }

  /// What kind of thing went wrong.
  public var cause: Cause
  /// What was asked, such as `GitHub: POST /repos/a/b/pulls`.
  public var place: String
  /// What happened, for a person, with the server's own words where there are any.
  public var detail: String
  /// What to do about it; empty when nothing can be proposed.
  public var remedy: String
  /// The seconds to wait before asking again, where the forge says so.
  public var retryAfter: Int64?

  /// Makes an error.
  public init(
    _ cause: Cause, at place: String, _ detail: String, remedy: String = "",
    retryAfter: Int64? = nil
  ) {
    self.cause = cause
    self.place = place
    self.detail = detail
    self.remedy = remedy
    self.retryAfter = retryAfter
  }
}

extension ForgeError: CustomStringConvertible {
  /// One line: what was asked, what is wrong, and what to do.
  public var description: String {
    let start = place.isEmpty ? detail : "\(place): \(detail)"
    return remedy.isEmpty ? start : "\(start); \(remedy)"
  }
}
