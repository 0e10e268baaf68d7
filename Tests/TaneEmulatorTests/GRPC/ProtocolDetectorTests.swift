import NIOCore
import NIOEmbedded
import TaneCore
import Testing

@testable import TaneEmulator

@Suite("HTTP/1.1 and HTTP/2 on one port")
struct ProtocolDetectorTests {
  private func serve(
    limits: ServerLimits = ServerLimits(),
    _ body: (Int) async throws -> Void
  ) async throws {
    let service = FirestoreFixture().service
    let endpoint = EmulatorEndpoint("firestore", service, grpc: service, port: 0)
    let server = try await EmulatorServer.start([endpoint], limits: limits)
    do {
      try await body(try #require(server.ports["firestore"]))
    } catch {
      await server.shutDown()
      throw error
    }
    await server.shutDown()
  }

  /// Returns the protocol chosen for bytes that arrive in two parts, and the forwarded bytes.
  private func choice(_ bytes: [UInt8], split: Int) throws -> (ProtocolDetector.Version?, [UInt8]) {
    let channel = EmbeddedChannel()
    var chosen: ProtocolDetector.Version?
    let choice = ProtocolDetector(idleTime: .seconds(1)) {
      #expect(chosen == nil)
      chosen = $0
    } onFailure: { _ in
    }
    try channel.pipeline.syncOperations.addHandler(choice)
    try channel.writeInbound(ByteBuffer(bytes: bytes[..<split]))
    try channel.writeInbound(ByteBuffer(bytes: bytes[split...]))
    var handedOn: [UInt8] = []
    while let buffer = try channel.readInbound(as: ByteBuffer.self) {
      handedOn += buffer.readableBytesView
    }
    _ = try channel.finish()
    return (chosen, handedOn)
  }

  @Test("The protocol is detected when the first bytes are split at any byte")
  func splits() throws {
    let http2 = ProtocolDetector.preface + [0, 0, 0, 4, 0, 0, 0, 0, 0]
    let http1 = Array("POST /v1/nothing HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
    for (bytes, version) in [(http2, ProtocolDetector.Version.http2), (http1, .http1)] {
      for split in 0...bytes.count {
        let (chosen, handedOn) = try choice(bytes, split: split)
        #expect(chosen == version && handedOn == bytes, "\(version) \(split)")
      }
    }
  }

  @Test("One port serves HTTP/1.1 and HTTP/2 over the network")
  func network() async throws {
    try await serve { port in
      try await TestConnection.open(port) { connection in
        // The settings of a client with default values.
        try await connection.send(ProtocolDetector.preface + [0, 0, 0, 4, 0, 0, 0, 0, 0])
        let head = try await connection.read(9)
        #expect(head[3...] == [4, 0, 0, 0, 0, 0])
      }
      try await TestConnection.open(port) { connection in
        try await connection.send("GET /v1/nothing HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(try await connection.response().status == 404)
      }
    }
  }

  @Test("A preface of neither protocol is answered with status 400")
  func neither() async throws {
    try await serve { port in
      try await TestConnection.open(port) { connection in
        try await connection.send("PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n")
        #expect(try await connection.response().status == 400)
      }
    }
  }

  @Test("A client that stops within the preface is disconnected")
  func silence() async throws {
    try await serve(limits: ServerLimits(idleTime: .milliseconds(50))) { port in
      try await TestConnection.openAgain(port) { connection in
        try await connection.send("PRI * ")
        #expect(try await connection.isClosedByServer())
      }
    }
  }
}
