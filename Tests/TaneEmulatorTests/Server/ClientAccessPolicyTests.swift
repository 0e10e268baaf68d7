import NIOHTTP1
import TaneCore
import Testing

@testable import TaneEmulator

@Suite("Client access")
struct ClientAccessPolicyTests {
  private static let access = ClientAccessPolicy(
    hosts: ["Dev.example:9000"],
    origins: ["https://app.example"]
  )

  /// Sends a request with header fields over a connection, and returns the response.
  private static func ask(
    _ fields: [String],
    _ request: String = "GET /a.json",
    body: String = "",
    on port: Int
  ) async throws -> TestConnection.Response {
    var response: TestConnection.Response?
    try await TestConnection.open(port) { connection in
      let head = ["\(request) HTTP/1.1", "Content-Length: \(body.utf8.count)"] + fields
      try await connection.send(head.joined(separator: "\r\n") + "\r\n\r\n" + body)
      response = try await connection.response()
    }
    return try #require(response)
  }

  private static func rejection(_ message: String) -> TestConnection.Response {
    .init(status: 403, body: "{\n  \"error\" : \"\(message)\"\n}\n")
  }

  @Test("Loopback hosts, the bound address and allowed hosts are served, and others rejected")
  func hosts() async throws {
    try await TestServer.serve(TestDatabase(Tree(["a": 1])), access: Self.access) { port in
      for host in [
        "localhost", "LOCALHOST:\(port)", "localhost.:1", "demo.localhost", "127.0.0.1:\(port)",
        "127.9.9.9", "[::1]:9000", "10.0.2.2:\(port)", "dev.example", "DEV.example:80",
      ] {
        let response = try await Self.ask(["Host: \(host)"], on: port)
        #expect(response == .init(status: 200, body: "1"), "\(host)")
      }
      for host in [
        "evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "0.0.0.0", "127.0.0",
        "evil.example#localhost", "user@localhost", "",
      ] {
        let response = try await Self.ask(["Host: \(host)"], on: port)
        #expect(response.status == 403, "\(host)")
      }
      #expect(
        try await Self.ask(["Host: evil.example:9000"], on: port)
          == Self.rejection(
            #"requests for the host \"evil.example:9000\" are not accepted; expected localhost or the"#
              + " address that the emulator is bound to; to accept them, pass --allow-host"
              + " evil.example to tane emulate"
          )
      )
      // A page whose host name resolves to this machine (DNS rebinding) is rejected, too.
      let rebound = ["Host: evil.example", "Origin: http://evil.example"]
      #expect(try await Self.ask(rebound, on: port).status == 403)
    }
  }

  @Test("The address at which a request arrives is an accepted host")
  func boundAddress() {
    let access = ClientAccessPolicy().allowing(["192.0.2.7", "machine.local"])
    let head = { (host: String) in
      HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: ["host": host])
    }
    #expect(access.rejection(of: head("192.0.2.7:9000"), at: nil) == nil)
    #expect(access.rejection(of: head("machine.local"), at: nil) == nil)
    #expect(access.rejection(of: head("192.0.2.8"), at: "192.0.2.8") == nil)
    #expect(access.rejection(of: head("192.0.2.9"), at: "192.0.2.8") != nil)
    // Client libraries send the server's origin for WebSockets.
    var own = head("192.0.2.8:9000")
    own.headers.add(name: "origin", value: "http://192.0.2.8:9000")
    #expect(access.rejection(of: own, at: "192.0.2.8") == nil)
    #expect(access.rejection(of: own, at: "192.0.2.1") != nil)
    own.headers.replaceOrAdd(name: "origin", value: "http://192.0.2.8:9001")
    #expect(access.rejection(of: own, at: "192.0.2.8") != nil)
  }

  @Test("Clients without an origin, local pages and allowed origins are served")
  func origins() async throws {
    try await TestServer.serve(TestDatabase(Tree(["a": 1])), access: Self.access) { port in
      let plain = try await Self.ask(["Host: localhost"], on: port)
      #expect(plain.status == 200)
      for origin in [
        "http://localhost:3000", "https://127.0.0.1", "http://[::1]:8080", "capacitor://localhost",
        "https://app.example", "HTTPS://APP.example",
      ] {
        let fields = ["Host: localhost", "Origin: \(origin)", "Authorization: Bearer owner"]
        #expect(try await Self.ask(fields, on: port).status == 200, "\(origin)")
      }
      for origin in [
        "https://evil.example", "null", "http://app.example", "https://app.example:444",
        "https://localhost.evil.example", "file://", "https://evil.example@localhost",
      ] {
        let fields = ["Host: localhost", "Origin: \(origin)"]
        #expect(try await Self.ask(fields, on: port).status == 403, "\(origin)")
      }
      #expect(
        try await Self.ask(["Host: localhost", "Origin: https://evil.example"], on: port)
          == Self.rejection(
            #"requests from pages at \"https://evil.example\" are not accepted; expected a page from"#
              + " localhost; to accept them, pass --allow-origin https://evil.example to tane emulate"
          )
      )
    }
  }

  @Test("Pages of foreign origins cannot write in any way")
  func foreignWrites() async throws {
    let database = TestDatabase(Tree(["a": 1]))
    try await TestServer.serve(database) { port in
      let fields = ["Host: localhost:\(port)", "Origin: https://evil.example"]
      for (request, more) in [
        ("POST /a.json?x-http-method-override=PUT", "Content-Type: text/plain"),
        ("POST /a.json", "X-HTTP-Method-Override: DELETE"),
        ("POST /a.json?access_token=owner", "Content-Type: text/plain"),
        ("PUT /a.json?auth=owner", "Authorization: Bearer owner"),
        ("OPTIONS /a.json", "Access-Control-Request-Method: PUT"),
      ] {
        let response = try await Self.ask(fields + [more], request, body: "2", on: port)
        #expect(response.status == 403, "\(request)")
      }
      let embedding = ["Host: localhost", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors"]
      #expect(
        try await Self.ask(embedding, "GET /a.json?callback=steal", on: port)
          == Self.rejection(
            "requests from pages of other sites are not accepted; expected a page from localhost; to"
              + " accept them, pass --allow-origin and the origin of the page to tane emulate"
          )
      )
      let foreign = embedding + ["Referer: https://evil.example/localhost"]
      #expect(try await Self.ask(foreign, on: port).status == 403)
      let own = embedding + ["Referer: http://localhost:3000/page"]
      #expect(try await Self.ask(own, on: port).status == 200)
      let link = [
        "Host: localhost", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate",
        "Sec-Fetch-Dest: document",
      ]
      #expect(try await Self.ask(link, on: port).status == 200)
      #expect(try await Self.ask(link, "POST /a.json", body: "2", on: port).status == 403)
    }
    #expect(await database.get("/.json") == #"{"a":1}"#)
  }

  @Test("WebSockets of foreign pages and hosts are rejected")
  func webSockets() async throws {
    try await TestServer.serve(access: Self.access) { port in
      for (field, status) in [
        ("Origin: https://evil.example", "403 Forbidden"), ("Host: evil.example", "403 Forbidden"),
        ("Origin: null", "403 Forbidden"), ("Origin: http://localhost:3000", "101 Switching"),
        ("Origin: https://app.example", "101 Switching"), ("X-Other: 1", "101 Switching"),
      ] {
        try await TestConnection.open(port) { connection in
          let answer = try await connection.upgrade("/.ws?v=5", field)
          #expect(answer.hasPrefix("HTTP/1.1 \(status)"), "\(field)")
        }
      }
    }
  }

  @Test("Only allowed pages can read responses")
  func sharing() async throws {
    try await TestServer.serve(access: ClientAccessPolicy(origins: ["*"])) { port in
      try await TestConnection.open(port) { connection in
        try await connection.send(
          "OPTIONS /a.json HTTP/1.1\r\nHost: localhost\r\nOrigin: https://any.example\r\n"
            + "Access-Control-Request-Method: PUT\r\nAccess-Control-Request-Private-Network: true\r\n\r\n"
        )
        let head = try await connection.read(upTo: "\r\n\r\n").lowercased()
        #expect(head.contains("access-control-allow-origin: https://any.example\r\n"))
        #expect(head.contains("access-control-allow-private-network: true\r\n"))
        try await connection.send("GET /a.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let plain = try await connection.read(upTo: "\r\n\r\n").lowercased()
        #expect(!plain.contains("access-control"))
      }
    }
  }
}
