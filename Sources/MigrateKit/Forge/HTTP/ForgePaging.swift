/// How a server says that a list goes on.
enum ForgePaging: Sendable {
  /// By `Link: …; rel="next"` alone, as GitHub.
  case links
  /// By `X-Next-Page`, empty on the last page, as GitLab; by links where a proxy took it away.
  case nextPage
  /// By `X-Total-Count`, as Gitea and Forgejo; by links where it is missing.
  case total

  /// What to read next.
  enum Step: Equatable {
    case address(String)
    case page(Int)
    case end
  }

  /// The step after a page.
  ///
  /// A number of the page is preferred to a link: servers behind proxies link to names that only
  /// they know.
  /// - Parameters:
  ///   - page: the number of the page that was read.
  ///   - found: how many items there were on it.
  ///   - sum: how many there were so far.
  func step(after response: HTTPResponse, page: Int, found: Int, sum: Int) -> Step {
    switch self {
    case .links: break
    case .nextPage:
      guard let text = response.header("X-Next-Page") else { break }
      return Int(text.trimmingSuffix(while: \.isWhitespace)).map(Step.page) ?? .end
    case .total:
      guard let text = response.header("X-Total-Count"),
        let total = Int(text.trimmingSuffix(while: \.isWhitespace))
      else { break }
      return sum >= total || found == 0 ? .end : .page(page + 1)
    }
    return Self.link(response.header("Link")).map(Step.address) ?? .end
  }

  /// The address of the page after this one, by RFC 8288.
  private static func link(_ link: String?) -> String? {
    for part in (link ?? "").split(separator: ",") {
      let fields = part.split(separator: ";").map {
        String($0.trimmingPrefix(while: \.isWhitespace).trimmingSuffix(while: \.isWhitespace))
      }
      guard fields.dropFirst().contains("rel=\"next\"") || fields.dropFirst().contains("rel=next"),
        let target = fields.first, target.hasPrefix("<"), target.hasSuffix(">")
      else { continue }
      return String(target.dropFirst().dropLast())
    }
    return nil
  }
}

extension StringProtocol {
  /// Without the characters at its end that meet a condition.
  fileprivate func trimmingSuffix(while condition: (Character) -> Bool) -> String {
    var text = String(self)
    while let last = text.last, condition(last) { text.removeLast() }
    return text
  }
}
