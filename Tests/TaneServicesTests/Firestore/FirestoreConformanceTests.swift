import TestSupport
import TaneCore
import TaneEmulator
import TaneServices
import Testing

@Suite("Conformance of FirestoreClient")
struct FirestoreConformanceTests {
  @Test(
    "FirestoreClient conforms to its port without a network",
    arguments: DocumentStoreConformance.checks
  )
  func conforms(check: DocumentStoreConformance.Check) async throws {
    let emulator = EmulatorTransport(service: TestFirestore.emulator())
    try await check.run(on: try TestFirestore.client(emulator))
  }

  @Test(
    "FirestoreClient conforms to its port with one document per request",
    arguments: DocumentStoreConformance.checks
  )
  func conformsInParts(check: DocumentStoreConformance.Check) async throws {
    let emulator = EmulatorTransport(service: TestFirestore.emulator())
    let client = try TestFirestore.firebase(emulator) { settings in
      settings.documentsPerRequest = 1
      settings.removalsPerCommit = 1
    }
    try await check.run(on: client)
  }

  @Test("FirestoreClient conforms to its port over sockets")
  func conformsOverSockets() async throws {
    let stores = Databases()
    let emulator = FirestoreService(now: { 1_700_000_000_000 }, makeStore: stores.store)
    let server = try await EmulatorServer.start([EmulatorEndpoint("firestore", emulator, port: 0)])
    let address = try #require(server.address(of: "firestore"))
    let transport = AsyncHTTPTransport.patient()
    let databases = Counter()
    let conformance = Conformance(DocumentStoreConformance.checks) {
      FirestoreClient(
        location: try FirestoreLocation(
          emulator: "http://\(address)",
          database: "projects/demo/databases/test-\(databases.next())"
        ),
        connection: ServiceConnection(transport: transport, credential: .owner)
      )
    }
    do {
      try await conformance.run()
    } catch {
      Issue.record(error)
    }
    await server.shutDown()
  }

  @Test("A commit of the maximum size succeeds over sockets")
  func large() async throws {
    let stores = Databases()
    let emulator = FirestoreService(now: { 1_700_000_000_000 }, makeStore: stores.store)
    let server = try await EmulatorServer.start([EmulatorEndpoint("firestore", emulator, port: 0)])
    let address = try #require(server.address(of: "firestore"))
    let client = FirestoreClient(
      location: try FirestoreLocation(
        emulator: "http://\(address)",
        database: TestFirestore.name
      ),
      connection: ServiceConnection(transport: AsyncHTTPTransport.patient(), credential: .owner)
    )
    let fields: DocumentFields = ["text": .string(String(repeating: "x", count: 1_000_000))]
    let writes = (0..<10).map { DocumentWrite.set(fields, at: "c/\($0)") }
    let commit = try await client.commit(writes)
    #expect(commit.results.map(\.updateTime) == Array(repeating: commit.time, count: 10))
    let documents = try await client.documents(matching: DocumentQuery(collectionID: "c"))
    #expect(documents.map(\.fields) == Array(repeating: fields, count: 10))
    let error = await #expect(throws: StoreError.self) {
      try await client.commit(writes + [.set(fields, at: "c/more")])
    }
    #expect(error?.code == .tooLarge)
    await server.shutDown()
  }
}
