import HTTPTypes
import TaneCore
import Testing

@testable import TaneServices

@Suite("Parsing and formatting in the transport")
struct TransportTextTests {
  @Test("Parts of URLs are percent-encoded as in RFC 3986 and decoded again")
  func encoding() {
    #expect(PercentEncoding.encodeURLPart("aZ0-._~") == "aZ0-._~")
    #expect(PercentEncoding.encodeURLPart("a b/c+d%é🍜") == "a%20b%2Fc%2Bd%25%C3%A9%F0%9F%8D%9C")
    for text in ["", "a b/c+d%é🍜", "%2F", "100%"] {
      #expect(PercentEncoding.decode(PercentEncoding.encodeURLPart(text)) == text)
    }
    #expect(URLQuery.query([]) == "")
    #expect(URLQuery.query([("a", "1"), ("b c", "=&")]) == "?a=1&b%20c=%3D%26")
  }

  @Test("Secrets are redacted in URLs and text")
  func redaction() {
    #expect(
      Redaction.url("/a.json?auth=x&ns=demo&access_token=y&upload_id=z")
        == "/a.json?auth=<redacted>&ns=demo&access_token=<redacted>&upload_id=<redacted>"
    )
    #expect(
      Redaction.text("bad ya29.a0AfH6SMB, \"eyJhbGciOi.eyJpc3Mi.sig\"\nand 1//0gabcdefgh")
        == "bad <redacted>, \"<redacted>\" and <redacted>"
    )
    #expect(Redaction.text("eyJ is short") == "eyJ is short")
    #expect(Redaction.text(String(repeating: "x", count: 400)).count == 301)
  }

  @Test("Web addresses are parsed, and ambiguous ones rejected")
  func addresses() throws {
    let address = try #require(WebAddress("http://[::1]:9000/a?b"))
    #expect(address.host == "[::1]")
    #expect(address.port == 9000)
    #expect(address.target == "/a?b")
    #expect(WebAddress("https://host")?.target == "/")
    #expect(WebAddress("https://host?x")?.target == "/?x")
    for text in [
      "host", "ftp://host", "https://", "https://user@host", "https://host:99999", "https://host:x",
      "https://a\\@host",
    ] {
      #expect(WebAddress(text) == nil, "\(text)")
    }
  }

  @Test("Loopback hosts are distinguished from similar names")
  func loopback() {
    for host in ["localhost", "127.0.0.1", "127.1.2.3", "[::1]", "LOCALHOST"] {
      #expect(WebAddress("http://\(host):80")?.isLoopback == true, "\(host)")
    }
    for host in ["127.example.com", "localhost.example.com", "1127.0.0.1", "10.0.0.1", "[::2]"] {
      #expect(WebAddress("http://\(host):80")?.isLoopback == false, "\(host)")
    }
  }

  @Test("Proxies are read from the usual variables")
  func proxies() throws {
    let settings = ProxySettings(variables: [
      "HTTPS_PROXY": "http://user:p%40ss@proxy.example:3128", "http_proxy": "plain.example:8080",
      "NO_PROXY": "internal.example, .corp.example,*.lab.example",
    ])
    let proxy = try #require(settings.proxy(for: "https://demo.firebaseio.com/a.json"))
    #expect(proxy.host == "proxy.example")
    #expect(proxy.port == 3128)
    #expect(proxy.user == "user")
    #expect(proxy.password == "p@ss")
    #expect(settings.proxy(for: "http://example.com")?.host == "plain.example")
    for direct in [
      "https://internal.example", "https://a.internal.example", "https://db.corp.example",
      "https://x.lab.example", "http://127.0.0.1:9000", "http://localhost:9000",
      "http://[::1]:9000",
      "http://169.254.169.254", "http://metadata.google.internal/x",
    ] {
      #expect(settings.proxy(for: direct) == nil, "\(direct)")
    }
    let all = ProxySettings(variables: ["ALL_PROXY": "http://p:1", "NO_PROXY": "*"])
    #expect(all.proxy(for: "https://example.com") == nil)
    #expect(ProxySettings.none.proxy(for: "https://example.com") == nil)
  }

  @Test("A server's Date header is parsed")
  func dates() {
    #expect(
      ServerDate(parsing: "Sun, 06 Nov 1994 08:49:37 GMT")?.secondsSince1970 == 784_111_777
    )
    #expect(ServerDate(parsing: "Sunday, 06-Nov-94 08:49:37 GMT") == nil)
    #expect(ServerDate(parsing: "") == nil)
  }

  @Test("Retry delays grow to a maximum and are shortened by up to half")
  func delays() {
    let policy = RetryPolicy(
      attempts: 9,
      initialDelay: .seconds(1),
      factor: 3,
      maximumDelay: .seconds(20)
    )
    let delays = (1...5).map { policy.delay(after: $0, requested: nil, random: 0) }
    #expect(delays == [.seconds(1), .seconds(3), .seconds(9), .seconds(20), .seconds(20)])
    #expect(policy.delay(after: 1, requested: nil, random: 1) == .milliseconds(500))
    #expect(policy.delay(after: 1, requested: .seconds(5), random: 1) == .seconds(5))
    #expect(policy.delay(after: 1, requested: .seconds(90), random: 1) == .seconds(20))
  }

  @Test(
    "An unusable proxy is an error that names the variable",
    arguments: [
      (
        ["HTTPS_PROXY": "socks5://proxy.example:1080"],
        "HTTPS_PROXY is \"socks5://proxy.example:1080\", which is not a valid HTTP proxy: expected"
          + " http://HOST:PORT; proxies of other kinds, such as SOCKS, are not supported; correct the"
          + " variable or unset it"
      ),
      (
        ["HTTPS_PROXY": "https://me:planted@proxy.example"],
        "HTTPS_PROXY is \"https://<redacted>@proxy.example\", which is not a valid HTTP proxy: "
          + "expected http://HOST:PORT; the connection to a proxy is not encrypted, but the "
          + "traffic in it is; correct the variable or unset it"
      ),
      (
        ["all_proxy": "http://proxy.example:port"],
        "all_proxy is \"http://proxy.example:port\", which is not a valid HTTP proxy: expected"
          + " http://HOST:PORT; correct the variable or unset it"
      ),
      (
        ["https_proxy": "http://me:planted@", "HTTPS_PROXY": "http://good.example:1"],
        "https_proxy is \"http://<redacted>@\", which is not a valid HTTP proxy: expected"
          + " http://HOST:PORT; correct the variable or unset it"
      ),
    ]
  )
  func unusableProxies(variables: [String: String], problem: String) async throws {
    let settings = ProxySettings(variables: variables)
    #expect(settings.problem == problem)
    let transport = AsyncHTTPTransport(proxies: settings)
    await #expect(throws: TransportFailure(.proxyVariable(problem), mayHaveArrived: false)) {
      try await transport.send(TransportRequest(.get, "https://demo.firebaseio.com/a.json"))
    }
    let failure = TransportFailure(.proxyVariable(problem), mayHaveArrived: false)
    #expect(failure.explanation(host: "demo") == problem)
    #expect(settings.isDirect("http://127.0.0.1:9000/a.json"))
    #expect(ProxySettings(variables: ["HTTPS_PROXY": "", "HTTP_PROXY": "p:8080"]).problem == nil)
  }
}
