import Foundation
import HTTPTypes
import Testing

@testable import TaneEmulator

@Suite("Studio's protection")
struct StudioGateTests {
  private let studio: StudioFixture

  init() throws {
    studio = try StudioFixture([
      "environments/local.yaml": "databases: { shops: \"embedded:shops\" }\n"
    ])
  }

  @Test("The token in the URL is used once, for a cookie that only this page receives")
  func token() async throws {
    let service = studio.service
    let url = "/browse/local?token=\(service.gate.token)"
    let first = await service.respond(to: .make(.get, url))
    #expect(first.status == .seeOther)
    #expect(first.header("Location") == "/browse/local")
    let cookie = try #require(first.header("Set-Cookie"))
    #expect(cookie.hasPrefix("tane-studio-9199="))
    #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Strict"))
    #expect(!cookie.contains(service.gate.token))
    let second = await service.respond(to: .make(.get, url))
    #expect(second.status == .unauthorized)
    #expect(
      second.text.contains(
        "the token in the URL is invalid or was already used; run tane studio again for a new one"
      )
    )
    let value = String(cookie.prefix { $0 != ";" })
    let page = await service.respond(to: .make(.get, "/browse/local", ["Cookie": "a=b; \(value)"]))
    #expect(page.status == .ok)
  }

  @Test("A request without the cookie is rejected, and receives nothing of the project")
  func cookie() async {
    for cookie in ["", "tane-studio-9199=", "tane-studio-9199=\(studio.service.gate.token)"] {
      let response = await studio.service.respond(
        to: .make(.get, "/browse/local?at=shops:/", ["Cookie": cookie])
      )
      #expect(response.status == .unauthorized)
      #expect(!response.text.contains("shops"))
      #expect(!response.text.contains("local"))
    }
  }

  @Test(
    "Requests for other hosts, and of other pages, are rejected",
    arguments: [
      ("evil.example", [:], HTTPRequest.Method.get), ("127.0.0.1.evil.example:4000", [:], .get),
      ("demo.localhost:4000", [:], .get), ("10.0.2.2:4000", [:], .get), ("", [:], .get),
      ("localhost:9199", ["Origin": "http://evil.example"], .get),
      ("localhost:9199", ["Origin": "http://localhost:9198"], .get),
      ("localhost:9199", ["Origin": "null", "Sec-Fetch-Site": "cross-site"], .post),
      ("localhost:9199", ["Origin": "null"], .post), ("localhost:9199", [:], .post),
      (
        "localhost:9199",
        ["Origin": "http://localhost:9199", "Sec-Fetch-Site": "cross-site"], .post
      ),
    ] as [(String, [String: String], HTTPRequest.Method)]
  )
  func others(host: String, fields: [String: String], method: HTTPRequest.Method) async {
    var head = HTTPRequest(method: method, scheme: "http", authority: host, path: "/browse/local")
    head.headerFields[.cookie] = await studio.session()
    for (name, value) in fields {
      if let name = HTTPField.Name(name) { head.headerFields[name] = value }
    }
    let body = Array("secret=\(studio.service.gate.formSecret)".utf8)
    let response = await studio.service.respond(to: EmulatorRequest(head: head, body: body))
    #expect(response.status == .forbidden)
  }

  @Test("A form of the studio's own page is accepted, although its origin is null")
  func ownForm() async {
    let response = await studio.service.respond(
      to: .make(
        .post,
        "/act/local",
        [
          "Cookie": await studio.session(), "Origin": "null", "Sec-Fetch-Site": "same-origin",
        ],
        body: Array("secret=\(studio.service.gate.formSecret)&plan=none".utf8)
      )
    )
    #expect(response.status == .ok)
    #expect(response.text.contains("This plan was already applied, or is too old."))
  }

  @Test("A form without the session's secret is rejected")
  func formSecret() async {
    for form in ["", "secret=", "secret=\(studio.service.gate.token)"] {
      let response = await studio.post("/act/local", form)
      #expect(response.status == .forbidden)
      #expect(response.text.contains("the form belongs to another session; reload the page"))
    }
  }

  @Test("Every response forbids inline code, frames, referrers and other types")
  func fields() async {
    for path in ["/browse/local", "/assets/studio.js", "/nothing", "/part/local?at=shops:/"] {
      let response = await studio.get(path)
      let policy = response.header("Content-Security-Policy") ?? ""
      #expect(policy.hasPrefix("default-src 'none'; "))
      #expect(policy.contains("frame-ancestors 'none'"))
      #expect(!policy.contains("unsafe"))
      #expect(response.header("Referrer-Policy") == "no-referrer")
      #expect(response.header("X-Content-Type-Options") == "nosniff")
      #expect(response.header("Cache-Control") == "no-store")
    }
  }

  @Test("The studio starts on the next free port, and prints the URL of a loopback address")
  func server() async throws {
    let project = try StudioFixture.project(studio.root)
    let taken = try await StudioServer.start(project, port: 0)
    let url = try #require(URL(string: taken.url))
    let port = try #require(url.port)
    #expect(url.host() == "127.0.0.1")
    await #expect(throws: (any Error).self) {
      _ = try await StudioServer.start(project, port: port)
    }
    try await TestConnection.open(port) { connection in
      try await connection.send(
        "GET /?\(url.query() ?? "") HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\n\r\n"
      )
      let response = try await connection.response()
      #expect(response.status == 403)
      #expect(response.body.contains("only localhost and the bound address are served"))
    }
    await taken.end()
  }
}
