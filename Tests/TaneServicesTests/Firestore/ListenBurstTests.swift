import SwiftProtobuf
import Synchronization
import TaneCore
import TaneFirestoreMessages
import TaneTesting
import Testing

@testable import TaneEmulator
@testable import TaneServices

@Suite("Bursts of Firestore writes")
struct ListenBurstTests {
  private static let writes: Int64 = 40
  /// Makes documents larger than the window of a connection, so that messages are sent in pieces.
  ///
  /// Bytes are decoded much faster than text.
  private static let padding = [UInt8](repeating: 0x78, count: 20_000)
  private static let paths = ["shops/a", "shops/b"]
  private static let query = DocumentQuery(collectionID: "shops")

  private static func start(_ service: FirestoreService) async throws -> EmulatorServer {
    try await EmulatorServer.start(
      [EmulatorEndpoint("firestore", service, grpc: service, port: 0)],
      hosts: ["127.0.0.1"]
    )
  }

  /// Writes repeatedly to all documents concurrently.
  private static func burst(_ service: FirestoreService) async throws {
    let database = try #require(DocumentDatabaseName(parsing: TestFirestore.name))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for path in paths {
        group.addTask {
          for number in 1...writes {
            let fields: DocumentFields = ["n": .integer(number), "padding": .bytes(padding)]
            try await service.commit([.set(fields, at: path)], to: database)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("All listeners of one connection receive a burst of writes completely")
  func streams() async throws {
    let service = TestFirestore.emulator()
    let server = try await Self.start(service)
    let address = try #require(
      server.address(of: "firestore").flatMap { WebAddress("http://\($0)") }
    )
    let link = try await GRPCLink.open(address)
    let count = 60
    let (events, note) = AsyncStream<StreamState.Event>.makeStream()
    let request =
      try ProtoListenRequest.with { request in
        request.database = TestFirestore.name
        request.addTarget.targetID = 1
        request.addTarget.query.parent = "\(TestFirestore.name)/documents"
        request.addTarget.query.structuredQuery = Self.query.message(
          of: try #require(DocumentDatabaseName(parsing: TestFirestore.name))
        )
      }.serializedBytes() as [UInt8]
    try await withThrowingTaskGroup(of: Void.self) { group in
      var ends: [AsyncStream<[UInt8]>.Continuation] = []
      for _ in 0..<count {
        let (requests, send) = AsyncStream<[UInt8]>.makeStream()
        ends.append(send)
        send.yield(request)
        group.addTask {
          let state = Mutex(StreamState(paths: Self.paths.count, last: Self.writes))
          _ = try await link.call("google.firestore.v1.Firestore/Listen", [], requests) { bytes in
            let response = try ProtoListenResponse(serializedBytes: bytes)
            if let event = state.withLock({ $0.take(response) }) { note.yield(event) }
          }
        }
      }
      var heard = events.makeAsyncIterator()
      for _ in 0..<count { #expect(await heard.next() == .begun) }
      try await Self.burst(service)
      for _ in 0..<count { #expect(await heard.next() == .ended) }
      ends.forEach { $0.finish() }
    }
    await server.shutDown()
  }

  @Test("Many clients receive a burst of writes in order and completely")
  func clients() async throws {
    let service = TestFirestore.emulator()
    let server = try await Self.start(service)
    let address = try #require(server.address(of: "firestore"))
    let transport = AsyncHTTPTransport.patient()
    let (begun, note) = AsyncStream<Void>.makeStream()
    try await withThrowingTaskGroup(of: Void.self) { group in
      let count = 20
      for _ in 0..<count {
        let client = FirestoreClient(
          location: try FirestoreLocation(
            emulator: "http://\(address)",
            database: TestFirestore.name
          ),
          connection: ServiceConnection(transport: transport, credential: .owner)
        )
        let states = try #require(client.snapshots(of: .query(Self.query)))
        group.addTask {
          var last: [Int64] = []
          for try await state in states {
            let numbers = state.compactMap { document -> Int64? in
              guard case .integer(let number)? = document.fields["n"] else { return nil }
              return number
            }
            if numbers.isEmpty { note.yield() }
            #expect(zip(last, numbers).allSatisfy { $0 <= $1 })
            last = numbers
            if last == Self.paths.map({ _ in Self.writes }) { break }
          }
        }
      }
      #expect(await begun.prefix(count).reduce(0) { sum, _ in sum + 1 } == count)
      try await Self.burst(service)
      try await group.waitForAll()
    }
    await server.shutDown()
  }
}

/// The numbers of documents that a stream has received.
private struct StreamState {
  enum Event {
    /// The initial documents were received.
    case begun
    /// All documents have their last number.
    case ended
  }

  let paths: Int
  let last: Int64
  private var numbers: [String: Int64] = [:]
  private var isBegun = false

  init(paths: Int, last: Int64) { (self.paths, self.last) = (paths, last) }

  mutating func take(_ response: ProtoListenResponse) -> Event? {
    switch response.responseType {
    case .documentChange(let change):
      let number = change.document.fields.first { $0.key == "n" }?.value.integerValue
      numbers[change.document.name] = number
    case .targetChange(let change) where change.targetIds.isEmpty && change.hasReadTime:
      defer { isBegun = true }
      if !isBegun { return .begun }
      if numbers.count == paths, numbers.values.allSatisfy({ $0 == last }) { return .ended }
    default: break
    }
    return nil
  }
}
