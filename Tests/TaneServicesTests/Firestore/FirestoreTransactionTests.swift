import TaneCore
import TaneServices
import TaneTesting
import Testing

@Suite("Conditional Firestore commits")
struct FirestoreTransactionTests {
  private let store = InMemoryDocumentStore()
  private let path = DocumentPath(["c", "d"])
  private let write = DocumentWrite.set(["n": .integer(2)], at: "c/d")

  private var emulator: EmulatorTransport {
    EmulatorTransport(service: TestFirestore.emulator(store))
  }

  @Test("A conditional commit reads in a transaction before it writes")
  func calls() async throws {
    let emulator = emulator
    let transport = TestTransport { request, _ in try await emulator.send(request) }
    let time = try await store.commit([.set(["n": .integer(1)], at: "c/d")]).time
    let query = DocumentQuery(collectionID: "c")
    let found = try await store.documents(matching: query)
    _ = try await TestFirestore.client(transport).commit(
      [write],
      expecting: [
        .document(path, updateTime: time),
        .query(query, found: found.map(DocumentExpectation.Version.init)),
      ]
    )
    #expect(
      transport.requests.map(\.apiMethod) == [
        "beginTransaction", "batchGet", "runQuery", "commit",
      ]
    )
    #expect(transport.requests[0].text == #"{"options":{"readWrite":{}}}"#)
    #expect(
      transport.requests[1].text
        == #"{"documents":["\#(TestFirestore.name)/documents/c/d"],"mask":{"fieldPaths":[]},"#
        + #""transaction":"AAAAAAAAAAE="}"#
    )
    #expect(try await store.document(at: path)?.fields == ["n": .integer(2)])
  }

  @Test("A conditional commit with changed reads is rejected and rolled back")
  func conflict() async throws {
    let emulator = emulator
    let transport = TestTransport { request, _ in try await emulator.send(request) }
    try await store.commit([.set(["n": .integer(1)], at: "c/d")])
    await #expect(throws: DocumentConflict(.readsChanged, path: path)) {
      try await TestFirestore.client(transport)
        .commit([write], expecting: [.document(path, updateTime: nil)])
    }
    #expect(
      transport.requests.map(\.apiMethod) == ["beginTransaction", "batchGet", "rollback"]
    )
    #expect(transport.requests[2].text == #"{"transaction":"AAAAAAAAAAE="}"#)
  }

  @Test("An aborted transaction is retried in a new one that reads again")
  func retry() async throws {
    let (store, write, path) = (store, write, path)
    let emulator = emulator
    let commits = Counter()
    let transport = TestTransport { request, _ in
      if request.apiMethod == "commit", commits.next() == 1 {
        try await store.commit([.set([:], at: "other/1")])
        return TestFirestore.failure("ABORTED", 409)
      }
      return try await emulator.send(request)
    }
    let clock = TestClock()
    let client = try TestFirestore.client(transport, clock: clock)
    _ = try await client.commit([write], expecting: [.document(path, updateTime: nil)])
    #expect(
      transport.requests.map(\.apiMethod) == [
        "beginTransaction", "batchGet", "commit", "beginTransaction", "batchGet", "commit",
      ]
    )
    #expect(
      transport.requests[3].text
        == #"{"options":{"readWrite":{"retryTransaction":"AAAAAAAAAAE="}}}"#
    )
    #expect(clock.waits == [.milliseconds(500)])
  }

  @Test("A transaction is retried if its reads are aborted")
  func contendedReading() async throws {
    let emulator = emulator
    let transport = TestTransport { request, number in
      number == 1
        ? TestFirestore.failure("ABORTED", 409, inList: true)
        : try await emulator.send(request)
    }
    let client = try TestFirestore.client(transport)
    _ = try await client.commit([write], expecting: [.document(path, updateTime: nil)])
    #expect(
      transport.requests.map(\.apiMethod) == [
        "beginTransaction", "batchGet", "beginTransaction", "batchGet", "commit",
      ]
    )
  }

  @Test("A transaction is rejected if others change its reads meanwhile")
  func changedMeanwhile() async throws {
    let (store, write, path) = (store, write, path)
    let emulator = emulator
    let commits = Counter()
    let transport = TestTransport { request, _ in
      if request.apiMethod == "commit", commits.next() == 1 {
        try await store.commit([.set(["n": .integer(7)], at: "c/d")])
      }
      return try await emulator.send(request)
    }
    let client = try TestFirestore.client(transport)
    await #expect(throws: DocumentConflict(.readsChanged, path: path)) {
      try await client.commit([write], expecting: [.document(path, updateTime: nil)])
    }
    #expect(try await store.document(at: path)?.fields == ["n": .integer(7)])
  }

  @Test("A transaction that is aborted repeatedly ends with an error")
  func givenUp() async throws {
    let (write, path) = (write, path)
    let emulator = emulator
    let transport = TestTransport { request, _ in
      guard request.apiMethod == "commit" else { return try await emulator.send(request) }
      return TestFirestore.failure(
        "INVALID_ARGUMENT",
        400,
        "The referenced transaction has expired or is no longer valid."
      )
    }
    let client = try TestFirestore.client(transport)
    let error = await #expect(throws: StoreError.self) {
      try await client.commit([write], expecting: [.document(path, updateTime: nil)])
    }
    #expect(
      error
        == StoreError(
          .busy,
          service: "firestore (\(client.location))",
          "others changed data that the transaction read during each of 5 attempts; try again "
            + "when there are fewer writes"
        )
    )
  }
}
