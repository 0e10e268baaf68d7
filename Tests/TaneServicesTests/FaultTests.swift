import HTTPTypes
import TestSupport
import Synchronization
import TaneCore
import TaneTesting
import Testing

@testable import TaneServices

@Suite("Requests with random faults")
struct FaultTests {
  /// Returns a transport to an emulator in which some requests fail, before or after they are
  /// served.
  private static func faulty(_ inner: any Transport, seed: UInt64) -> TestTransport {
    let random = Mutex(SeededGenerator(seed: seed))
    return TestTransport { request, _ in
      let fault = random.withLock { Int.random(in: 0..<12, using: &$0) }
      switch fault {
      case 0: throw TransportFailure.refused
      case 1: throw TransportFailure.closed
      case 2: return TransportResponse(503)
      case 3: return TransportResponse(500)
      case 4:
        _ = try await inner.send(request)
        throw TransportFailure.closed
      case 5:
        _ = try await inner.send(request)
        return TransportResponse(504)
      default: return try await inner.send(request)
      }
    }
  }

  @Test(
    "An update with random faults is made or not, or reports an unknown outcome",
    arguments: 0..<150
  )
  func updates(seed: UInt64) async throws {
    let old = Tree(["a": ["x": 1, "y": 2], "b": "old", "kept": true])
    let store = InMemoryTreeStore(old)
    let emulator = EmulatorTransport(service: TestConnections.databaseEmulator(store))
    let database = try TestConnections.database(Self.faulty(emulator, seed: seed)) { settings in
      settings.maximumRequestWrites = seed.isMultiple(of: 3) ? 1 : 100
    }
    let isConditional = seed.isMultiple(of: 2)
    let expected: [Tree?] = isConditional ? [Tree(1), Tree("old"), .null] : [nil, nil, nil]
    let all = [
      TreeWrite(path: "/a/x", value: Tree(7), expected: expected[0]),
      TreeWrite(path: "/b", value: .null, expected: expected[1]),
      TreeWrite(path: "/c/d", value: Tree([1, 2]), expected: expected[2]),
    ]
    let writes = seed.isMultiple(of: 5) ? Array(all.prefix(1)) : all
    let reference = InMemoryTreeStore(old)
    try await reference.update(writes)
    let new = try await reference.tree(at: .root)
    do {
      try await database.update(writes)
      #expect(try await store.tree(at: .root) == new)
    } catch let error as StoreError {
      let found = try await store.tree(at: .root)
      if error.outcome == .nothingWritten { #expect(found == old, "\(error)") }
      #expect(error.code != .conflict, "\(error)")
      #expect(found["kept"] == Tree(true))
    }
  }

  @Test(
    "An upload with random faults is made or not, or reports an unknown outcome",
    arguments: 0..<40
  )
  func uploads(seed: UInt64) async throws {
    let emulator = EmulatorTransport(service: try TestConnections.storageEmulator())
    let bucket = try TestConnections.bucket(Self.faulty(emulator, seed: seed)) { settings in
      settings.minimumResumableBytes = seed.isMultiple(of: 2) ? 0 : 1 << 20
      settings.chunkBytes = 262_144
    }
    let sound = try TestConnections.bucket(emulator)
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 >> 2) }
    let precondition: ObjectPrecondition = seed.isMultiple(of: 3) ? .none : .absent
    do {
      let object = try await bucket.put(
        bytes,
        at: "a",
        metadata: ObjectMetadata(contentType: "a/b"),
        if: precondition
      )
      #expect(try await sound.object(at: "a") == object)
      let data = try await sound.data(at: "a", maximumSize: .max)
      #expect(data == bytes)
    } catch let error as StoreError {
      let found = try await sound.object(at: "a")
      if error.outcome == .nothingWritten { #expect(found == nil, "\(error)") }
      #expect(error.code != .conflict, "\(error)")
    }
  }
}
