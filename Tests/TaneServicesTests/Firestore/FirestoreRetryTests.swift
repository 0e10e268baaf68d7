import HTTPTypes
import TaneCore
import TaneServices
import Testing

@Suite("Retries of Firestore requests")
struct FirestoreRetryTests {
  private static let empty = TransportResponse.json(#"[{"readTime":"2026-01-31T12:00:00Z"}]"#)

  @Test("A Firestore read is retried after broken connections and server errors")
  func passing() async throws {
    let clock = TestClock()
    let transport = TestTransport { _, number in
      switch number {
      case 0: throw TransportFailure.closed
      case 1: return .parts([#"[{"readTime":"#], failure: .closed)
      case 2: return TestFirestore.failure("UNAVAILABLE", 503, inList: true)
      case 3: return TestFirestore.failure("INTERNAL", 500)
      default: return Self.empty
      }
    }
    let client = try TestFirestore.client(transport, clock: clock)
    #expect(try await client.documents(matching: DocumentQuery(collectionID: "c")) == [])
    #expect(transport.requests.count == 5)
    #expect(clock.waits == [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4)])
  }

  @Test("A Firestore response that ends in a failure is discarded and retried")
  func failureInside() async throws {
    let time = "2026-01-31T12:00:00Z"
    let document =
      #"{"document":{"name":"ROOT/c/d","createTime":"\#(time)","updateTime":"\#(time)"}}"#
    let failure = #"{"error":{"code":503,"status":"UNAVAILABLE","message":"later"}}"#
    let transport = TestTransport { _, number in
      TestFirestore.answer(number == 0 ? "[\(document),\(failure)]" : "[\(document)]")
    }
    let clock = TestClock()
    let client = try TestFirestore.client(transport, clock: clock)
    let query = DocumentQuery(collectionID: "c")
    #expect(try await client.documents(matching: query).map(\.path.description) == ["c/d"])
    #expect(clock.waits == [.milliseconds(500)])

    let broken = TestTransport([TestFirestore.answer("[\(document),\(failure)]")])
    let error = await #expect(throws: StoreError.self) {
      try await TestFirestore.client(broken).documents(matching: query)
    }
    #expect(broken.requests.count == 5)
    #expect(
      error?.message
        == "POST /v1/\(TestFirestore.name)/documents:runQuery: later (UNAVAILABLE); try again later"
    )
  }

  @Test("A Firestore response truncated anywhere is an error")
  func cutAnywhere() async throws {
    let time = "2026-01-31T12:00:00Z"
    let text =
      #"[{"found":{"name":"ROOT/c/d","fields":{"é":{"stringValue":"麺"}},"#
      + #""createTime":"\#(time)","updateTime":"\#(time)"},"readTime":"\#(time)"}]"#
    let whole = Array(text.replacing("ROOT", with: "\(TestFirestore.name)/documents").utf8)
    let path = DocumentPath(["c", "d"])
    for length in 0...whole.count {
      let transport = TestTransport([TransportResponse(200, bytes: Array(whole.prefix(length)))])
      let client = try TestFirestore.client(transport)
      guard length < whole.count else {
        #expect(try await client.document(at: path)?.fields == ["é": .string("麺")])
        return
      }
      let error = await #expect(throws: StoreError.self) {
        try await client.document(at: path)
      }
      #expect(error?.code == .invalidResponse)
      #expect(
        error?.message.hasSuffix(
          "the response is not JSON, or was truncated; try again"
        ) == true
      )
    }
  }

  @Test("A Firestore read that always fails does not mention writing")
  func reads() async throws {
    let transport = TestTransport { _, _ in throw TransportFailure.closed }
    let client = try TestFirestore.client(transport)
    let error = await #expect(throws: StoreError.self) {
      try await client.documents(at: [DocumentPath(["c", "d"])])
    }
    #expect(transport.requests.count == 5)
    #expect(
      error
        == StoreError(
          .unreachable,
          service: "firestore (http://127.0.0.1:8080/projects/demo/databases/(default))",
          "POST /v1/\(TestFirestore.name)/documents:batchGet: 127.0.0.1:8080 closed the connection"
            + " before the response was complete; try again"
        )
    )
  }

  @Test("A Firestore write waits for an exhausted quota and is then retried")
  func quota() async throws {
    let time = "2026-01-31T12:00:00Z"
    let transport = TestTransport { _, number in
      number == 0
        ? TestFirestore.failure("RESOURCE_EXHAUSTED", 429)
        : .json(#"{"writeResults":[{}],"commitTime":"\#(time)"}"#)
    }
    let client = try TestFirestore.client(transport)
    let commit = try await client.commit([.delete("c/d")])
    #expect(commit.time == DocumentTimestamp(parsing: time))
    #expect(transport.requests.count == 2)
  }
}
