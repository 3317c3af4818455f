/// Sends requests; the one thing that a forge does not do itself.
public protocol HTTPTransport: Sendable {
  /// Sends a request and waits for the answer; any status is an answer.
  ///
  /// Redirections are answers too: whoever asked decides whether the credentials may follow.
  /// - Throws: `HTTPError` when there is no answer.
  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse
}

/// One request.
public struct HTTPRequest: Sendable {
  /// The method, such as `GET`.
  public var method: String
  /// The whole address.
  public var url: String
  /// The headers, without the credentials.
  public var headers: [HTTPHeader]
  /// What proves who is asking.
  public var credentials: HTTPCredentials?
  /// The body; nil for none.
  public var body: [UInt8]?
  /// How long an answer may take.
  public var deadline: Duration

  /// Makes a request.
  public init(
    _ method: String, _ url: String, headers: [HTTPHeader] = [],
    credentials: HTTPCredentials? = nil, body: [UInt8]? = nil, deadline: Duration = .seconds(60)
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.credentials = credentials
    self.body = body
    self.deadline = deadline
  }
}

/// A header.
public struct HTTPHeader: Hashable, Sendable {
  /// The name.
  public var name: String
  /// The value.
  public var value: String

  /// Makes a header.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// A header whose value is secret.
public struct HTTPCredentials: Sendable {
  /// The name of the header, such as `Authorization`.
  public var header: String
  /// What stands before the secret, such as `Bearer `.
  public var scheme: String
  /// The token.
  public var secret: Secret

  /// Makes credentials.
  public init(header: String = "Authorization", scheme: String = "Bearer ", _ secret: Secret) {
    self.header = header
    self.scheme = scheme
    self.secret = secret
  }
}

/// One answer.
public struct HTTPResponse: Sendable {
  /// The status, such as 200.
  public var status: Int
  /// The headers.
  public var headers: [HTTPHeader]
  /// The body.
  public var body: [UInt8]

  /// Makes an answer.
  public init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The first value of a header, whose name is compared without case.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// Why there is no answer.
public struct HTTPError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What happened, without anything secret.
  public var description: String
  /// Whether the request may have been received all the same.
  public var mayHaveArrived: Bool

  /// Makes an error.
  public init(_ description: String, mayHaveArrived: Bool) {
    self.description = description
    self.mayHaveArrived = mayHaveArrived
  }
}
