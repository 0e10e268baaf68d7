import HTTPTypes
import TaneServices
import Testing

@Suite("Probes of links")
struct LinkProbeTests {
  private static let link = "https://images.test/麺.jpg"

  private func problem(_ transport: TestTransport) async throws -> String? {
    try await LinkProbe(transport: transport, timeout: .seconds(1)).problem(of: Self.link)
  }

  @Test("A link works if its HEAD request succeeds, without a credential")
  func works() async throws {
    let transport = TestTransport([TransportResponse(200)])
    #expect(try await problem(transport) == nil)
    #expect(transport.lines == ["HEAD https://images.test/%E9%BA%BA.jpg"])
    #expect(transport.requests.allSatisfy { $0.fields[.authorization] == nil })
  }

  @Test("A link is requested with one byte if HEAD is not supported")
  func part() async throws {
    let transport = TestTransport([TransportResponse(405), TransportResponse(206)])
    #expect(try await problem(transport) == nil)
    #expect(transport.requests.map(\.method) == [.head, .get])
    #expect(transport.requests.last?.fields[.range] == "bytes=0-0")
  }

  @Test("A link follows a limited number of redirects")
  func redirects() async throws {
    var fields = HTTPFields()
    fields[.location] = "/b"
    let once = TestTransport([TransportResponse(301, fields: fields), TransportResponse(200)])
    #expect(try await problem(once) == nil)
    #expect(once.lines.last == "HEAD https://images.test/b")
    let forever = TestTransport([TransportResponse(302, fields: fields)])
    #expect(try await problem(forever) == "redirects more than 5 times")
    fields[.location] = "file:///etc/passwd"
    let elsewhere = TestTransport([TransportResponse(302, fields: fields)])
    #expect(
      try await problem(elsewhere) == "is not a valid URL, or redirects to one that is not"
    )
    #expect(elsewhere.requests.count == 1)
  }

  @Test("A broken or unreachable link is reported with the reason")
  func problems() async throws {
    let gone = TestTransport([TransportResponse(404)])
    #expect(try await problem(gone) == "returns status 404")
    let unknown = TestTransport { _, _ in
      throw TransportFailure(.unknownHost, mayHaveArrived: false)
    }
    #expect(try await problem(unknown) == "cannot be reached: unknown host")
  }
}
