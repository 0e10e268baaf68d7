import NIOCore
import TestSupport
import SwiftProtobuf
import TaneCore
import TaneFirestoreMessages
import TaneTesting
import Testing

@testable import TaneEmulator
@testable import TaneServices

@Suite("Shutdown of the emulator")
struct WriteStreamEndTests {
  /// A database whose commits wait until they are released.
  private struct HeldStore: ForwardingDocumentStore {
    let base: any DocumentStore
    let begun: AsyncStream<Void>.Continuation
    let release: AsyncStream<Void>

    func commit(
      _ writes: [DocumentWrite],
      expecting expectations: [DocumentExpectation]
    ) async throws -> DocumentCommit {
      begun.yield()
      for await _ in release { break }
      return try await base.commit(writes, expecting: expectations)
    }
  }

  @Test("A stopping emulator completes writes on streams and acknowledges them")
  func writes() async throws {
    let (begun, begin) = AsyncStream<Void>.makeStream()
    let (release, goOn) = AsyncStream<Void>.makeStream()
    let store = HeldStore(base: InMemoryDocumentStore(), begun: begin, release: release)
    let service = FirestoreService(now: { 1_700_000_000_000 }) { _ in store }
    let server = try await EmulatorServer.start(
      [EmulatorEndpoint("firestore", service, grpc: service, port: 0)],
      hosts: ["127.0.0.1"],
      limits: ServerLimits(grace: .seconds(900))
    )
    let address = try #require(server.address(of: "firestore"))
    let link = try await GRPCLink.open(try #require(WebAddress("http://\(address)")))
    let (requests, send) = AsyncStream<[UInt8]>.makeStream()
    let (responses, receive) = AsyncStream<[UInt8]>.makeStream()
    let call = Task {
      defer { receive.finish() }
      return try? await link.call("google.firestore.v1.Firestore/Write", [], requests) {
        receive.yield($0)
      }
    }
    var answers = responses.makeAsyncIterator()
    let hello = ProtoWriteRequest.with { $0.database = TestFirestore.name }
    send.yield(try hello.serializedBytes())
    let greeting = try ProtoWriteResponse(serializedBytes: try #require(await answers.next()))
    let write = ProtoWriteRequest.with { request in
      request.streamToken = greeting.streamToken
      request.writes = [.with { $0.delete = "\(TestFirestore.name)/documents/c/d" }]
    }
    send.yield(try write.serializedBytes())
    var commits = begun.makeAsyncIterator()
    await commits.next()
    let end = Task { await server.shutDown() }
    try await server.listeners[0].closeFuture.get()
    // The server begins to close its connections.
    for _ in 0..<1000 { await Task.yield() }
    goOn.yield()
    let answer = try ProtoWriteResponse(serializedBytes: try #require(await answers.next()))
    #expect(answer.writeResults.count == 1)
    await end.value
    _ = await call.value
  }
}
