import HTTPTypes
import NIOCore
import NIOPosix
import NIOSSL
import TaneCore
import Testing

@testable import TaneServices

@Suite("Failed encryption")
struct EncryptionTests {
  /// A self-signed certificate of `other.example` with its key, for these tests only.
  private static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBoTCCAUegAwIBAgIUSM4skE1Ek9M0vHzrfy8YSPwkvCAwCgYIKoZIzj0EAwIw
    GDEWMBQGA1UEAwwNb3RoZXIuZXhhbXBsZTAgFw0yNjExMjExOTAwMDNaGA8yMTI2
    MTAyODE5MDAwM1owGDEWMBQGA1UEAwwNb3RoZXIuZXhhbXBsZTBZMBMGByqGSM49
    AgEGCCqGSM49AwEHA0IABPa70At65TwXVGGF2NneUgLhxQSKojmyOr1jlCUuJ3k+
    6ou7RPmPyQRkom7B/rePcXXNAtQTdQFKApPcKsJgLfWjbTBrMB0GA1UdDgQWBBS7
    7ejUIkwOqsQ5NlkK7CxboOnfZTAfBgNVHSMEGDAWgBS77ejUIkwOqsQ5NlkK7Cxb
    oOnfZTAPBgNVHRMBAf8EBTADAQH/MBgGA1UdEQQRMA+CDW90aGVyLmV4YW1wbGUw
    CgYIKoZIzj0EAwIDSAAwRQIgdL/U6vD6NmeI0B2emvxulZcWjFgZfPsOxWiVtFb4
    IZ8CIQCoYnx8H48rQxScwusvQLHcEB+cW4oYauWQ+TwUR6+SoA==
    -----END CERTIFICATE-----
    """
  private static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgM6ocReFGEnYzM1ty
    dBqYpllhgAQdRlvp3c31PbDvhfmhRANCAAT2u9ALeuU8F1RhhdjZ3lIC4cUEiqI5
    sjq9Y5QlLid5PuqLu0T5j8kEZKJuwf63j3F1zQLUE3UBSgKT3CrCYC31
    -----END PRIVATE KEY-----
    """

  /// Runs a server that responds over TLS with the certificate.
  private static func withServer(_ body: (_ port: Int) async throws -> Void) async throws {
    let certificate = try NIOSSLCertificate(bytes: Array(certificate.utf8), format: .pem)
    let key = try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem)
    let context = try NIOSSLContext(
      configuration: .makeServerConfiguration(
        certificateChain: [.certificate(certificate)],
        privateKey: .privateKey(key)
      )
    )
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    do {
      try await body(try #require(channel.localAddress?.port))
      try await channel.close()
    } catch {
      try await channel.close()
      throw error
    }
  }

  private static func failure(
    of transport: AsyncHTTPTransport,
    at port: Int
  ) async throws -> TransportFailure? {
    await #expect(throws: TransportFailure.self) {
      try await transport.send(
        TransportRequest(.get, "https://127.0.0.1:\(port)/a.json", timeout: .seconds(20))
      )
    }
  }

  @Test(
    "A connection without HTTP/2 negotiation is rejected"
  )
  func noHTTP2() async throws {
    try await Self.withServer { port in
      let address = try #require(WebAddress("https://127.0.0.1:\(port)/"))
      var encryption = TLSConfiguration.makeClientConfiguration()
      encryption.certificateVerification = .none
      let failure = await #expect(throws: TransportFailure.self) {
        _ = try await GRPCLink.open(address, encryption: encryption)
      }
      #expect(failure == TransportFailure(.noHTTP2, mayHaveArrived: false))
      let distrust = await #expect(throws: TransportFailure.self) {
        _ = try await GRPCLink.open(address)
      }
      guard case .encryption? = distrust?.reason else {
        Issue.record("found \(String(describing: distrust))")
        return
      }
    }
  }

  @Test("An untrusted certificate is rejected")
  func selfSigned() async throws {
    try await Self.withServer { port in
      let failure = try #require(try await Self.failure(of: AsyncHTTPTransport(), at: port))
      #expect(failure.mayHaveArrived == false)
      #expect(failure.isRetryable == false)
      #expect(
        failure.explanation(host: "127.0.0.1:\(port)")
          == "cannot establish an encrypted connection to 127.0.0.1:\(port) (this machine does "
          + "not trust its certificate: it is self-signed, issued by a proxy, or expired); check "
          + "the URL, this machine's clock and whether a proxy intercepts the traffic"
      )
    }
  }

  @Test("A certificate for another host is rejected")
  func otherHost() async throws {
    var configuration = TLSConfiguration.makeClientConfiguration()
    let certificate = try NIOSSLCertificate(bytes: Array(Self.certificate.utf8), format: .pem)
    configuration.trustRoots = .certificates([certificate])
    let transport = AsyncHTTPTransport(encryption: configuration)
    try await Self.withServer { port in
      let failure = try #require(try await Self.failure(of: transport, at: port))
      #expect(
        failure
          == TransportFailure(
            .encryption("its certificate is for a different host"),
            mayHaveArrived: false
          )
      )
    }
  }
}
