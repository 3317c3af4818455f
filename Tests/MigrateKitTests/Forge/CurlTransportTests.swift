import Foundation
import MigrateKit
import Synchronization
import Testing

/// The transport against a real server on the loopback.
@Suite struct CurlTransportTests {
  private let transport = CurlTransport(
    environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"],
    temporaryFolder: FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path)

  private func token() throws -> HTTPCredentials {
    HTTPCredentials(try #require(Secret("tok\"en\\ 1")))
  }

  @Test func sendsAndReceivesEverythingAsItIs() throws {
    let body = "{\"a\":\"\\n\\\" ü\u{0}…\"}" + String(repeating: "x", count: 300_000)
    let server = try LoopbackServer { request in
      HTTPResponse(
        status: 201,
        headers: [HTTPHeader("X-Method", request.method), HTTPHeader("X-Path", request.url)],
        body: (request.body ?? [])
          + Array((request.credentials?.secret.reveal() ?? "none").utf8))
    }
    defer { server.stop() }
    let answer = try transport.send(
      HTTPRequest(
        "PATCH", "http://127.0.0.1:\(server.port)/a%2Fb?c=[d]",
        headers: [HTTPHeader("Content-Type", "application/json")], credentials: token(),
        body: Array(body.utf8)))
    #expect(answer.status == 201)
    #expect(answer.header("x-method") == "PATCH" && answer.header("X-Path") == "/a%2Fb?c=[d]")
    #expect(String(decoding: answer.body, as: UTF8.self) == body + "tok\"en\\ 1")
  }

  @Test func doesNotFollowRedirections() throws {
    let server = try LoopbackServer { _ in
      HTTPResponse(status: 302, headers: [HTTPHeader("Location", "http://127.0.0.1:1/")])
    }
    defer { server.stop() }
    let answer = try transport.send(HTTPRequest("GET", "http://127.0.0.1:\(server.port)/"))
    #expect(answer.status == 302)
  }

  @Test func tellsWhetherARequestMayHaveArrived() throws {
    let server = try LoopbackServer { _ in HTTPResponse(status: 200) }
    let port = server.port
    server.stop()
    #expect(throws: HTTPError.self) {
      try transport.send(HTTPRequest("GET", "http://127.0.0.1:\(port)/"))
    }
    let slow = try LoopbackServer { _ in
      Thread.sleep(forTimeInterval: 3)
      return HTTPResponse(status: 200)
    }
    defer { slow.stop() }
    do {
      _ = try transport.send(
        HTTPRequest("GET", "http://127.0.0.1:\(slow.port)/", deadline: .seconds(1)))
      Issue.record("it waited")
    } catch {
      #expect(error.mayHaveArrived)
    }
  }

  @Test func aHeaderCannotBecomeAnotherOption() throws {
    let server = try LoopbackServer { request in
      HTTPResponse(status: 200, body: Array("\(request.headers.count) \(request.url)".utf8))
    }
    defer { server.stop() }
    let plain = try transport.send(HTTPRequest("GET", "http://127.0.0.1:\(server.port)/"))
    let hostile = try transport.send(
      HTTPRequest(
        "GET", "http://127.0.0.1:\(server.port)/",
        headers: [HTTPHeader("A", "b\"\nurl = \"file:///etc/passwd")]))
    #expect(!String(decoding: hostile.body, as: UTF8.self).contains("root:"))
    #expect(plain.body.count == hostile.body.count)
    #expect(throws: HTTPError.self) {
      try transport.send(HTTPRequest("GET", "file:///etc/passwd"))
    }
  }

  @Test func noListOfProcessesShowsTheToken() throws {
    let seen = Mutex("")
    let server = try LoopbackServer { _ in
      let list = try? Subprocess(
        "sh", ["-c", "ps axww -o args 2>/dev/null || cat /proc/[0-9]*/cmdline | tr '\\0' ' '"],
        environment: ProcessInfo.processInfo.environment
      ).run()
      seen.withLock { $0 = String(decoding: list?.standardOutput ?? [], as: UTF8.self) }
      return HTTPResponse(status: 200)
    }
    defer { server.stop() }
    let secret = "planted" + "-token-0815"
    _ = try transport.send(
      HTTPRequest(
        "GET", "http://127.0.0.1:\(server.port)/",
        credentials: HTTPCredentials(try #require(Secret(secret)))))
    let list = seen.withLock { $0 }
    #expect(list.contains("--config -"))
    #expect(!list.contains(secret))
  }
}
