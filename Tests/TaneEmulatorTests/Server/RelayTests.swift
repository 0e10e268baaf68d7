import NIOCore
import NIOHPACK
import Testing

@testable import TaneEmulator

@Suite("Relaying requests to another server")
struct RelayTests {
  private typealias Bytes = HTTP2Bytes

  private static let path = "/google.firestore.v1.Firestore/GetDocument"
  private static let message: [UInt8] = [0, 0, 0, 0, 0]

  /// Connects to a server that relays to a Firestore emulator.
  private func serve(_ body: (inout TestConnection) async throws -> Void) async throws {
    let service = FirestoreFixture().service
    let target = try await EmulatorServer.start([
      EmulatorEndpoint("firestore", service, grpc: service, port: 0)
    ])
    try await relay(to: try #require(target.ports["firestore"]), body)
    await target.shutDown()
  }

  private func relay(
    to port: Int,
    _ body: (inout TestConnection) async throws -> Void
  ) async throws {
    let unused = FirestoreFixture().service
    let server = try await EmulatorServer.start([
      EmulatorEndpoint("relay", unused, grpc: unused, port: 0, relayPort: port)
    ])
    try await TestConnection.open(try #require(server.ports["relay"]), body)
    await server.shutDown()
  }

  private func head(_ method: String, _ target: String, _ fields: String = "") -> String {
    "\(method) \(FirestoreFixture.root)\(target) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n"
  }

  @Test("Requests of a connection and their responses are passed on")
  func requests() async throws {
    try await serve { connection in
      let body = #"{"fields": {"a": {"integerValue": "1"}}}"#
      let fields = "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n"
      let chunk = "\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n0\r\n\r\n"
      try await connection.send(head("PATCH", "/c/d", fields) + chunk)
      #expect(try await connection.response().status == 200)
      try await connection.send(head("GET", "/c/d"))
      let read = try await connection.response()
      #expect(read.status == 200)
      #expect(read.body.contains(#""a":{"integerValue":"1"}"#))
      try await connection.send(head("GET", "/c/none"))
      #expect(try await connection.response().status == 404)
    }
  }

  @Test("Every request of an HTTP/1.1 connection is checked before it is passed on")
  func pages() async throws {
    try await serve { connection in
      try await connection.send(head("GET", "/c/d"))
      #expect(try await connection.response().status == 404)
      try await connection.send(head("DELETE", "/c/d", "Origin: https://evil.example\r\n"))
      let refused = try await connection.response()
      #expect(refused.status == 403)
      #expect(refused.body.contains("https://evil.example"))
    }
  }

  @Test("A request is answered with an error if the other server has ended")
  func noServer() async throws {
    let port = try await EmulatorServer.freePort()
    try await relay(to: port) { connection in
      try await connection.send(head("GET", "/c/d"))
      #expect(try await connection.response().status == 503)
    }
  }

  @Test("Clients that disconnect at once do not end the emulator", arguments: [true, false])
  func lostClients(isGRPC: Bool) async throws {
    let service = FirestoreFixture().service
    let target = try await EmulatorServer.start([
      EmulatorEndpoint("firestore", service, grpc: service, port: 0)
    ])
    let unused = FirestoreFixture().service
    let relayed = try #require(target.ports["firestore"])
    let server = try await EmulatorServer.start([
      EmulatorEndpoint("relay", unused, grpc: unused, port: 0, relayPort: relayed)
    ])
    let port = try #require(server.ports["relay"])
    for _ in 0..<200 {
      try await TestConnection.open(port, resets: true) { connection in
        if isGRPC {
          try await connection.send(Bytes.beginning)
        } else {
          try await connection.send(head("GET", "/c/d"))
        }
      }
    }
    try await TestConnection.open(port) { connection in
      try await connection.send(head("GET", "/c/d"))
      #expect(try await connection.response().status == 404)
    }
    await server.shutDown()
    await target.shutDown()
  }

  /// Returns the trailers of the call on stream 1.
  private func trailers(_ connection: inout TestConnection) async throws -> HPACKHeaders {
    let frames = try await connection.streamFrames { $0.stream == 1 && $0.isEnd }
    var decoder = HPACKDecoder(allocator: ByteBufferAllocator())
    var headers = HPACKHeaders()
    for frame in frames where frame.type == 1 {
      var block = ByteBuffer(bytes: frame.payload)
      headers = try decoder.decodeHeaders(from: &block)
    }
    return headers
  }

  @Test("A gRPC call is passed on, however its header arrives", arguments: [1, 10, 1000])
  func calls(count: Int) async throws {
    let block = Bytes.headBlock(Self.path)
    let padded = [3] + [0, 0, 0, 0, 9] + block[..<20] + [0, 0, 0]
    let heads = [
      Bytes.head(Self.path, 1),
      Bytes.frame(1, 0x8 | 0x20, 1, padded) + Bytes.frame(9, 0x4, 1, Array(block[20...])),
    ]
    for head in heads {
      try await serve { connection in
        let bytes = Bytes.beginning + head + Bytes.data(Self.message, 1)
        for start in stride(from: 0, to: bytes.count, by: count) {
          try await connection.send(Array(bytes[start...].prefix(count)))
        }
        let trailers = try await trailers(&connection)
        #expect(trailers.first(name: "grpc-status") == "3")
      }
    }
  }

  @Test("The other server's settings are passed on before the first call")
  func settings() async throws {
    try await serve { connection in
      try await connection.send(Bytes.beginning)
      #expect(try await connection.streamFrame().type == 4)
    }
  }

  @Test("A gRPC call for another host is rejected")
  func hosts() async throws {
    try await serve { connection in
      let head = Bytes.frame(1, 0x4, 1, Bytes.headBlock(Self.path, host: "evil.example"))
      try await connection.send(Bytes.beginning + head + Bytes.data(Self.message, 1))
      let trailers = try await trailers(&connection)
      #expect(trailers.first(name: "grpc-status") == "7")
      #expect(trailers.first(name: "grpc-message")?.contains("evil.example") == true)
    }
  }

  @Test(
    "A malformed header closes the connection",
    arguments: [
      HTTP2Bytes.frame(1, 0x8 | 0x4, 1, [200, 0]), HTTP2Bytes.frame(1, 0x20 | 0x4, 1, [0, 0]),
      HTTP2Bytes.frame(1, 0x4, 1, [0xFF, 0xFF, 0xFF]),
    ]
  )
  func malformed(head: [UInt8]) async throws {
    try await serve { connection in
      try await connection.send(Bytes.beginning + head)
      _ = try await connection.isClosedByServer()
    }
  }
}
