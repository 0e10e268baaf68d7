import TestSupport
import TaneCore
import TaneEmulator
import TaneServices
import Testing

@Suite("Conformance of CloudStorageBucket")
struct BucketConformanceTests {
  @Test(
    "CloudStorageBucket conforms to its port without a network",
    arguments: ObjectStoreConformance.checks
  )
  func conforms(check: ObjectStoreConformance.Check) async throws {
    let emulator = try TestConnections.storageEmulator()
    try await check.run(on: try TestConnections.bucket(EmulatorTransport(service: emulator)))
  }

  @Test(
    "CloudStorageBucket conforms to its port with chunked uploads",
    arguments: ObjectStoreConformance.checks
  )
  func conformsInChunks(check: ObjectStoreConformance.Check) async throws {
    let emulator = try TestConnections.storageEmulator()
    let bucket = try TestConnections.bucket(EmulatorTransport(service: emulator)) { settings in
      settings.minimumResumableBytes = 0
      settings.chunkBytes = 1
    }
    try await check.run(on: bucket)
  }

  @Test("CloudStorageBucket conforms to its port over sockets")
  func conformsOverSockets() async throws {
    let emulator = try TestConnections.storageEmulator()
    let server = try await EmulatorServer.start([EmulatorEndpoint("storage", emulator, port: 0)])
    let address = try #require(server.address(of: "storage"))
    let transport = AsyncHTTPTransport.patient()
    let buckets = Counter()
    let conformance = Conformance(ObjectStoreConformance.checks) {
      CloudStorageBucket(
        name: "images",
        location: try BucketLocation(
          emulator: "http://\(address)",
          bucket: "test-\(buckets.next())"
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
}
