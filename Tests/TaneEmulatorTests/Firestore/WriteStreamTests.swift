import SwiftProtobuf
import TaneCore
import TaneFirestoreMessages
import TaneTesting
import Testing

@testable import TaneEmulator

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite("Write streams")
struct WriteStreamTests {
  private let fixture = FirestoreFixture()

  private func open() -> TestCall {
    TestCall(fixture.service, "google.firestore.v1.Firestore/Write")
  }

  private func handshake(_ call: TestCall) async throws -> ProtoWriteResponse {
    try call.send(ProtoWriteRequest.with { $0.database = ListenFixture.database })
    return try await call.next()
  }

  private func update(_ path: String, _ number: Int64, token: Data) -> ProtoWriteRequest {
    .with { request in
      request.streamToken = token
      request.writes = [
        .with { write in
          write.update.name = "\(FirestoreFixture.name)/\(path)"
          write.update.fields = [
            .with { entry in
              entry.key = "n"
              entry.value.integerValue = number
            }
          ]
        }
      ]
    }
  }

  @Test("A Write stream begins with a handshake, and each commit returns a new token")
  func commits() async throws {
    let call = open()
    let hello = try await handshake(call)
    #expect(hello.streamID == "AutoIdentifier000001" && !hello.streamToken.isEmpty)
    try call.send(update("c/a", 1, token: hello.streamToken))
    let first: ProtoWriteResponse = try await call.next()
    #expect(first.writeResults.count == 1 && first.hasCommitTime)
    #expect(first.streamToken != hello.streamToken)
    // A client may send more requests before it receives a response, with an older token.
    try call.send(update("c/a", 2, token: hello.streamToken))
    try call.send(update("c/b", 3, token: first.streamToken))
    let second: ProtoWriteResponse = try await call.next()
    let third: ProtoWriteResponse = try await call.next()
    #expect(Set([first, second, third].map(\.streamToken)).count == 3)
    #expect(await call.end() == nil)
    let found = try await fixture.store.documents(
      at: [DocumentPath(["c", "a"]), DocumentPath(["c", "b"])]
    )
    #expect(found.map { $0?.fields["n"] } == [.integer(2), .integer(3)])
  }

  @Test("A request without writes gets a response with a new token only")
  func acknowledgement() async throws {
    let call = open()
    let hello = try await handshake(call)
    try call.send(ProtoWriteRequest.with { $0.streamToken = hello.streamToken })
    let response: ProtoWriteResponse = try await call.next()
    #expect(response.streamToken != hello.streamToken)
    #expect(response == .with { $0.streamToken = response.streamToken })
    #expect(await call.end() == nil)
  }

  @Test("A rejected commit ends the Write stream, and later requests are ignored")
  func refusal() async throws {
    let call = open()
    let hello = try await handshake(call)
    var request = update("c/none", 1, token: hello.streamToken)
    request.writes[0].currentDocument.exists = true
    try call.send(request)
    try call.send(update("c/a", 1, token: hello.streamToken))
    #expect(
      await call.failure()
        == GoogleFailure(.notFound, "No document to update: \(FirestoreFixture.name)/c/none")
    )
    #expect(try await fixture.store.document(at: DocumentPath(["c", "a"])) == nil)
  }

  @Test("Writes in the handshake and foreign tokens are rejected")
  func faults() async throws {
    let eager = open()
    try eager.send(update("c/a", 1, token: Data()))
    #expect(
      await eager.failure()
        == .invalid("The first request of a Write stream must not contain writes.")
    )
    let foreign = open()
    _ = try await handshake(foreign)
    try foreign.send(update("c/a", 1, token: Data([1])))
    #expect(
      await foreign.failure()
        == .invalid("The stream_token is not from this stream; expected one from its responses.")
    )
  }
}
