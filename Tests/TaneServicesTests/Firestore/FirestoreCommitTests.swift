import TaneCore
import TaneEmulator
import TaneServices
import TaneTesting
import Testing

@Suite("Firestore commits")
struct FirestoreCommitTests {
  private static let time = "2026-01-31T12:00:00.000001Z"
  private static let made = TestFirestore.answer(
    #"{"writeResults":[{"updateTime":"\#(time)"}],"commitTime":"\#(time)"}"#
  )
  private static let unknown = "; the write may have been applied: compare before writing again"

  private var time: DocumentTimestamp {
    get throws { try #require(DocumentTimestamp(parsing: Self.time)) }
  }

  @Test("Every kind of Firestore write is encoded as the API requires")
  func spelling() async throws {
    let results = TestFirestore.answer(
      """
      {"writeResults": [{"updateTime": "\(Self.time)"}, {}, {},
        {"updateTime": "\(Self.time)",
          "transformResults": [{"integerValue": "3"}, {"nullValue": null}]}],
        "commitTime": "\(Self.time)"}
      """
    )
    let transport = TestTransport([results])
    let path = DocumentPath(["c", "d"])
    let transforms: [DocumentTransform] = [
      DocumentTransform(path: FieldPath(name: "n"), operation: .increment(.integer(1))),
      DocumentTransform(path: FieldPath(name: "t"), operation: .serverTime),
      DocumentTransform(path: FieldPath(name: "a"), operation: .maximum(.double(0.5))),
      DocumentTransform(path: FieldPath(name: "b"), operation: .minimum(.integer(2))),
      DocumentTransform(path: FieldPath(name: "l"), operation: .appendMissing([.null])),
      DocumentTransform(path: FieldPath(name: "m"), operation: .removeAll([.string("x")])),
    ]
    let commit = try await TestFirestore.client(transport).commit([
      .set(["n": .integer(1)], at: "c/d", if: .updateTime(try time)),
      .delete("c/e", if: .exists(true)),
      DocumentWrite(path: path, operation: .verify, precondition: .exists(false)),
      DocumentWrite(path: path, operation: .update([:], mask: []), transforms: transforms),
    ])
    #expect(
      commit
        == DocumentCommit(
          results: [
            DocumentWriteResult(updateTime: try time), DocumentWriteResult(updateTime: nil),
            DocumentWriteResult(updateTime: nil),
            DocumentWriteResult(updateTime: try time, transformResults: [.integer(3), .null]),
          ],
          time: try time
        )
    )
    #expect(transport.lines == ["POST \(TestFirestore.root):commit"])
    let expected = """
      {"writes": [
        {"currentDocument": {"updateTime": "\(Self.time)"},
          "update": {"fields": {"n": {"integerValue": "1"}}, "name": "ROOT/c/d"}},
        {"currentDocument": {"exists": true}, "delete": "ROOT/c/e"},
        {"currentDocument": {"exists": false}, "verify": "ROOT/c/d"},
        {"update": {"fields": {}, "name": "ROOT/c/d"}, "updateMask": {"fieldPaths": []},
          "updateTransforms": [
            {"fieldPath": "n", "increment": {"integerValue": "1"}},
            {"fieldPath": "t", "setToServerValue": "REQUEST_TIME"},
            {"fieldPath": "a", "maximum": {"doubleValue": 0.5}},
            {"fieldPath": "b", "minimum": {"integerValue": "2"}},
            {"appendMissingElements": {"values": [{"nullValue": null}]}, "fieldPath": "l"},
            {"fieldPath": "m", "removeAllFromArray": {"values": [{"stringValue": "x"}]}}]}]}
      """
    let json = expected.filter { !$0.isWhitespace }
      .replacing("ROOT", with: "\(TestFirestore.name)/documents")
    #expect(transport.requests[0].text == json)
  }

  @Test("A Firestore commit over the limits is rejected before it is sent")
  func limits() async throws {
    let transport = TestTransport([Self.made])
    let client = try TestFirestore.client(transport) { $0.maximumCommitBytes = 200 }
    let large = await #expect(throws: StoreError.self) {
      let text = String(repeating: "x", count: 100)
      return try await client.commit([.set(["text": .string(text)], at: "c/d")])
    }
    #expect(
      large
        == StoreError(
          .tooLarge,
          service: "firestore (\(client.location))",
          "POST /v1/\(TestFirestore.name)/documents:commit: the commit of 1 write takes up 219 bytes "
            + "as JSON; up to 200 are allowed: write fewer documents at a time"
        )
    )
    let transform = DocumentTransform(path: FieldPath(name: "n"), operation: .serverTime)
    let write = DocumentWrite(
      path: DocumentPath(["c", "d"]),
      operation: .update([:], mask: []),
      transforms: Array(repeating: transform, count: 300)
    )
    let many = await #expect(throws: StoreError.self) { try await client.commit([write, write]) }
    #expect(
      many?.message
        == "The commit has 600 transforms of the document c/d; up to 500 are allowed."
    )
    #expect(transport.requests.isEmpty)
  }

  @Test("An aborted Firestore commit is retried a limited number of times")
  func aborted() async throws {
    let clock = TestClock()
    let transport = TestTransport { _, number in
      number < 2 ? TestFirestore.failure("ABORTED", 409) : Self.made
    }
    let client = try TestFirestore.client(transport, clock: clock)
    #expect(try await client.commit([.set([:], at: "c/d")]).time == (try time))
    #expect(clock.waits == [.milliseconds(500), .seconds(1)])

    let contended = TestTransport([TestFirestore.failure("ABORTED", 409, "Too much contention")])
    let error = await #expect(throws: StoreError.self) {
      try await TestFirestore.client(contended).commit([.set([:], at: "c/d")])
    }
    #expect(contended.requests.count == 5)
    #expect(
      error
        == StoreError(
          .busy,
          service: "firestore (\(client.location))",
          "POST /v1/\(TestFirestore.name)/documents:commit: Too much contention (ABORTED); others "
            + "are writing the same documents: try again when there are fewer writes"
        )
    )
  }

  @Test(
    "A Firestore commit without a response is retried only if it cannot be made twice",
    arguments: zip(Self.lonelyWrites, [1, 1, 1, 5, 5, 5])
  )
  func lostAnswer(write: DocumentWrite, attempts: Int) async throws {
    let transport = TestTransport { _, _ in throw TransportFailure.closed }
    let error = await #expect(throws: StoreError.self) {
      try await TestFirestore.client(transport).commit([write])
    }
    #expect(transport.requests.filter { $0.apiMethod == "commit" }.count == attempts)
    #expect(error?.outcome == .unknown)
    #expect(error?.description.hasSuffix("try again\(Self.unknown)") == true)
  }

  @Test("A Firestore commit without a response is verified by reading")
  func lookedAfter() async throws {
    let emulator = EmulatorTransport(service: TestFirestore.emulator())
    func client(isMade: Bool) throws -> FirestoreClient {
      try TestFirestore.client(
        TestTransport { request, _ in
          guard request.apiMethod == "commit" else { return try await emulator.send(request) }
          if isMade { _ = try await emulator.send(request) }
          throw TransportFailure.closed
        }
      )
    }
    let write = DocumentWrite.set(["n": .integer(1)], at: "c/d")
    _ = try await client(isMade: true).commit([write])
    #expect(
      try await client(isMade: true).documents(at: [DocumentPath(parsing: "c/d")])[0]?.fields == [
        "n": .integer(1)
      ]
    )
    let other = DocumentWrite.set(["n": .integer(2)], at: "c/e", if: .exists(false))
    let error = await #expect(throws: StoreError.self) {
      try await client(isMade: false).commit([other])
    }
    #expect(error?.outcome == .nothingWritten)
  }

  private static let lonelyWrites: [DocumentWrite] = [
    .set([:], at: "c/d"), .set([:], at: "c/d", if: .exists(true)), .delete("c/d"),
    .set([:], at: "c/d", if: .exists(false)),
    .set([:], at: "c/d", if: .updateTime(DocumentTimestamp(microseconds: 1))),
    .delete("c/d", if: .exists(true)),
  ]

  @Test("A second Firestore commit attempt that finds the first one made counts as made")
  func madeBefore() async throws {
    let store = InMemoryDocumentStore(now: { 1_700_000_000_000 })
    let old = try await store.commit([.set([:], at: "c/old")])
    let emulator = EmulatorTransport(service: TestFirestore.emulator(store))
    let transport = TestTransport { request, number in
      let response = try await emulator.send(request)
      if number == 0 { throw TransportFailure.closed }
      return response
    }
    let commit = try await TestFirestore.client(transport).commit([
      .set(["n": .integer(1)], at: "c/new", if: .exists(false)),
      .delete("c/old", if: .updateTime(old.time)), .set(["n": .integer(2)], at: "c/other"),
    ])
    let document = try #require(try await store.document(at: DocumentPath(["c", "new"])))
    #expect(
      commit
        == DocumentCommit(
          results: [
            DocumentWriteResult(updateTime: document.updateTime),
            DocumentWriteResult(updateTime: nil),
            DocumentWriteResult(updateTime: document.updateTime),
          ],
          time: document.updateTime
        )
    )
    #expect(transport.requests.map(\.apiMethod) == ["commit", "commit", "batchGet"])
  }

  @Test("The outcome of a commit is unknown if somebody else may have written")
  func unknownOutcome() async throws {
    let store = InMemoryDocumentStore()
    let emulator = EmulatorTransport(service: TestFirestore.emulator(store))
    let transport = TestTransport { request, number in
      if number == 0 {
        try await store.commit([.set(["n": .integer(9)], at: "c/d")])
        throw TransportFailure.closed
      }
      return try await emulator.send(request)
    }
    let error = await #expect(throws: StoreError.self) {
      try await TestFirestore.client(transport)
        .commit([.set(["n": .integer(1)], at: "c/d", if: .exists(false))])
    }
    #expect(error?.code == .conflict)
    #expect(
      error?.description
        == "firestore (http://127.0.0.1:8080/projects/demo/databases/(default)): POST "
        + "/v1/\(TestFirestore.name)/documents:commit: the documents have changed after an "
        + "attempt without a response\(Self.unknown)"
    )
  }

  @Test("A conflict names the document, whatever the service's message")
  func conflict() async throws {
    let store = InMemoryDocumentStore()
    let first = try await store.commit([.set(["n": .integer(1)], at: "c/b")])
    try await store.commit([.set(["n": .integer(2)], at: "c/b")])
    let emulator = EmulatorTransport(service: TestFirestore.emulator(store))
    let transport = TestTransport { request, _ in
      guard request.apiMethod == "commit" else { return try await emulator.send(request) }
      return TestFirestore.failure(
        "FAILED_PRECONDITION",
        400,
        "the stored version (2) does not match the required base version (1)"
      )
    }
    let client = try TestFirestore.client(transport)
    await #expect(throws: DocumentConflict(.updatedElsewhere, path: DocumentPath(["c", "b"]))) {
      try await client.commit([
        .set([:], at: "c/a", if: .exists(false)), .set([:], at: "c/b", if: .updateTime(first.time)),
      ])
    }
    await #expect(throws: DocumentConflict(.updatedElsewhere, path: DocumentPath(["c", "x"]))) {
      try await client.commit([.delete("c/x", if: .updateTime(first.time))])
    }
    // At this point the documents already match the writes, so only the service's message remains.
    await #expect(throws: DocumentConflict(.updatedElsewhere, path: DocumentPath(["c", "a"]))) {
      try await client.commit([.set([:], at: "c/a", if: .exists(false))])
    }
  }

  @Test("A response without a result for every write is an error with unknown outcome")
  func incompleteAnswer() async throws {
    let transport = TestTransport([Self.made])
    let error = await #expect(throws: StoreError.self) {
      try await TestFirestore.client(transport).commit([.set([:], at: "c/a"), .set([:], at: "c/b")])
    }
    #expect(error?.code == .invalidResponse)
    #expect(error?.outcome == .unknown)
    #expect(
      error?.message
        == "POST /v1/\(TestFirestore.name)/documents:commit: the response contains the results of "
        + "1 write, but 2 were sent; try again"
    )
  }

  @Test("An emulator is cleared in one request, and Firebase some documents at a time")
  func removal() async throws {
    let store = InMemoryDocumentStore()
    let emulator = EmulatorTransport(service: TestFirestore.emulator(store))
    let transport = TestTransport { request, _ in try await emulator.send(request) }
    let writes = (0..<5).map { DocumentWrite.set([:], at: "c/\($0)/d/\($0)") }
    try await store.commit(writes)
    try await TestFirestore.client(transport).removeAll()
    #expect(
      transport.lines == [
        "DELETE http://127.0.0.1:8080/emulator/v1/\(TestFirestore.name)/documents"
      ]
    )
    try await store.commit(writes)
    try await TestFirestore.firebase(transport) { $0.removalsPerCommit = 2 }.removeAll()
    #expect(try await store.collectionIDs(below: .root) == [])
    #expect(
      transport.requests.dropFirst().map(\.apiMethod) == [
        "runQuery", "commit", "runQuery", "commit", "runQuery", "commit", "runQuery",
      ]
    )
  }
}
