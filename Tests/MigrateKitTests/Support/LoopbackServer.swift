#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
import Foundation
import MigrateKit
import Synchronization

/// A web server on a free port of this machine that answers one request per connection.
final class LoopbackServer: Sendable {
  let port: Int
  private let listener: Int32
  private let handler: @Sendable (HTTPRequest) -> HTTPResponse

  /// Starts listening; requests are answered one after another.
  init(_ handler: @escaping @Sendable (HTTPRequest) -> HTTPResponse) throws {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let listener = socket(AF_INET, kind, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
        bind(listener, raw, length) == 0 && listen(listener, 16) == 0
          && getsockname(listener, raw, &length) == 0
      }
    }
    guard listener >= 0, bound else { throw TestFailure("cannot listen on the loopback") }
    self.listener = listener
    port = Int(UInt16(bigEndian: address.sin_port))
    self.handler = handler
    Thread.detachNewThread { [listener, handler] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else {
          // Closed by its only user: another server may have the number from then on.
          close(listener)
          return
        }
        Self.serve(connection, handler)
        close(connection)
      }
    }
  }

  /// Stops listening.
  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    #if canImport(Darwin)
      close(listener)
    #endif
  }

  private static func serve(
    _ connection: Int32, _ handler: @Sendable (HTTPRequest) -> HTTPResponse
  ) {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var head: Range<Int>?
    var wanted = 0
    while head == nil || bytes.count < wanted {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      bytes += buffer[..<count]
      if head == nil, let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) {
        head = end
        let text = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).lowercased()
        let length = text.firstMatch(of: #/content-length: *(\d+)/#).flatMap { Int($0.1) } ?? 0
        wanted = end.upperBound + length
      }
    }
    guard let head else { return }
    let response = handler(request(bytes, head))
    var text = "HTTP/1.1 \(response.status) Status\r\nConnection: close\r\n"
    for header in response.headers { text += "\(header.name): \(header.value)\r\n" }
    text += "Content-Length: \(response.body.count)\r\n\r\n"
    let answer = Array(text.utf8) + response.body
    var sent = 0
    while sent < answer.count {
      let count = answer[sent...].withUnsafeBytes { send(connection, $0.baseAddress, $0.count, 0) }
      guard count > 0 else { return }
      sent += count
    }
  }

  private static func request(_ bytes: [UInt8], _ head: Range<Int>) -> HTTPRequest {
    let lines = String(decoding: bytes[..<head.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    let words = (lines.first ?? "").split(separator: " ").map(String.init)
    var request = HTTPRequest(words.first ?? "", words.count > 1 ? words[1] : "")
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      if line[..<colon].lowercased() == "authorization" {
        request.credentials = Secret(String(value.dropFirst("Bearer ".count)))
          .map { HTTPCredentials($0) }
      }
      request.headers.append(HTTPHeader(String(line[..<colon]), String(value)))
    }
    request.body = Array(bytes[head.upperBound...])
    return request
  }
}
