import NIOCore
import NIOHPACK
import SwiftProtobuf
import TaneCore
import TaneFirestoreMessages
import TaneServices
import Testing

@testable import TaneEmulator

@Suite("Unary gRPC calls")
struct UnaryCallTests {
  /// The response to a call.
  private struct Answer: Equatable {
    var messages: [[UInt8]] = []
    var status: String?
    var message: String?
    /// A Boolean value indicating whether headers preceded the trailers.
    var hasHeaders = false
  }

  private static let service = "google.firestore.v1.Firestore"
  private static let document = "\(FirestoreFixture.name)/c/d"

  /// Returns the header frame of a call.
  private static func headers(_ method: String, _ stream: UInt8, isEnd: Bool = false) -> [UInt8] {
    HTTP2Bytes.head("/\(service)/\(method)", stream, isEnd: isEnd)
  }

  private static func data(_ bytes: [UInt8], _ stream: UInt8, isEnd: Bool = true) -> [UInt8] {
    HTTP2Bytes.data(bytes, stream, isEnd: isEnd)
  }

  /// Sends calls over one connection, one after another, on the streams 1, 3, 5 and so on.
  private func call(_ calls: [[UInt8]], _ body: ([Answer]) throws -> Void) async throws {
    let service = FirestoreFixture().service
    let endpoint = EmulatorEndpoint("firestore", service, grpc: service, port: 0)
    let server = try await EmulatorServer.start([endpoint])
    let port = try #require(server.ports["firestore"])
    try await TestConnection.open(port) { connection in
      try await connection.send(HTTP2Bytes.beginning)
      var decoder = HPACKDecoder(allocator: ByteBufferAllocator())
      var answers: [Answer] = []
      for call in calls {
        try await connection.send(call)
        answers.append(try await Self.answer(over: &connection, &decoder))
      }
      try body(answers)
    }
    await server.shutDown()
  }

  private static func answer(
    over connection: inout TestConnection,
    _ decoder: inout HPACKDecoder
  ) async throws -> Answer {
    var answer = Answer()
    var framing = GRPCFrameCodec(limit: .max)
    while true {
      let frame = try await connection.streamFrame()
      switch frame.type {
      case 0: answer.messages += try framing.take(frame.payload)
      case 1:
        var block = ByteBuffer(bytes: frame.payload)
        let fields = try decoder.decodeHeaders(from: &block)
        guard frame.isEnd else {
          answer.hasHeaders = true
          continue
        }
        answer.status = fields.first(name: "grpc-status")
        answer.message = fields.first(name: "grpc-message")
        return answer
      default: continue
      }
    }
  }

  private static func message(_ message: some Message) throws -> [UInt8] {
    GRPCFrameCodec.frame(try message.serializedBytes())
  }

  private static func commit(_ text: String, at name: String = document) throws -> [UInt8] {
    try message(
      ProtoCommitRequest.with { request in
        request.database = "projects/p/databases/(default)"
        request.writes = [
          .with { write in
            write.update.name = name
            write.update.fields = [
              .with { entry in
                entry.key = "t"
                entry.value.stringValue = text
              }
            ]
          }
        ]
      }
    )
  }

  @Test("A unary call is answered with its status however its message is split")
  func answers() async throws {
    let commit = try Self.commit("麺")
    let get = try Self.message(ProtoGetDocumentRequest.with { $0.name = Self.document })
    let calls = [
      Self.headers("Commit", 1) + Self.data(commit, 1),
      Self.headers("GetDocument", 3) + Self.data(Array(get[..<7]), 3, isEnd: false)
        + Self.data(Array(get[7...]), 3, isEnd: false) + Self.data([], 3),
      Self.headers("GetDocument", 5) + Self.data([0, 0, 0, 0, 0], 5),
    ]
    try await call(calls) { answers in
      #expect(answers.map(\.status) == ["0", "0", "3"])
      #expect(answers.map(\.messages.count) == [1, 1, 0])
      let document = try ProtoDocument(serializedBytes: answers[1].messages[0])
      #expect(document.name == Self.document)
      #expect(answers[2].hasHeaders == false)
    }
  }

  @Test("All messages of large gRPC responses are sent")
  func manyMessages() async throws {
    let text = String(repeating: "x", count: 40_000)
    var calls: [[UInt8]] = []
    for number in 0..<5 as Range<UInt8> {
      let commit = try Self.commit(text, at: "\(FirestoreFixture.name)/c/\(number)")
      let pieces = [commit[..<16_000], commit[16_000..<32_000], commit[32_000...]].map { Array($0) }
      let stream = 2 * number + 1
      calls.append(
        Self.headers("Commit", stream) + Self.data(pieces[0], stream, isEnd: false)
          + Self.data(pieces[1], stream, isEnd: false) + Self.data(pieces[2], stream)
      )
    }
    let query = ProtoRunQueryRequest.with { request in
      request.parent = FirestoreFixture.name
      request.structuredQuery.from = [.with { $0.collectionID = "c" }]
    }
    calls.append(Self.headers("RunQuery", 11) + Self.data(try Self.message(query), 11))
    try await call(calls) { answers in
      #expect(answers.allSatisfy { $0.status == "0" })
      #expect(answers.last?.messages.count == 5)
      #expect(answers.last?.messages.allSatisfy { $0.count > 40_000 } == true)
    }
  }

  @Test("A missing, incomplete or compressed gRPC message is rejected")
  func faults() async throws {
    let calls = [
      Self.headers("GetDocument", 1, isEnd: true),
      Self.headers("GetDocument", 3) + Self.data([0, 0, 0, 0, 9, 1], 3),
      Self.headers("GetDocument", 5) + Self.data([1, 0, 0, 0, 1, 1], 5),
      Self.headers("Nothing", 7) + Self.data([0, 0, 0, 0, 0], 7),
    ]
    try await call(calls) { answers in
      #expect(answers.map(\.status) == ["3", "3", "12", "12"])
      #expect(
        answers.map(\.message) == [
          "The call has no request.", "The last message is not complete.",
          "Compressed messages are not supported: expected grpc-encoding identity.",
          "The method google.firestore.v1.Firestore/Nothing is not served over gRPC.",
        ]
      )
      #expect(answers.allSatisfy { !$0.hasHeaders && $0.messages.isEmpty })
    }
  }

  @Test("A unary call is answered after its first message even if the client keeps sending")
  func others() async throws {
    let commits = try Self.commit("a") + Self.commit("b")
    let get = try Self.message(ProtoGetDocumentRequest.with { $0.name = Self.document })
    let calls = [
      Self.headers("Commit", 1) + Self.data(commits, 1, isEnd: false),
      Self.headers("GetDocument", 3) + Self.data(get, 3),
    ]
    try await call(calls) { answers in
      #expect(answers.map(\.status) == ["0", "0"])
      let document = try ProtoDocument(serializedBytes: answers[1].messages[0])
      #expect(document.fields.first?.value.stringValue == "a")
    }
  }
}
