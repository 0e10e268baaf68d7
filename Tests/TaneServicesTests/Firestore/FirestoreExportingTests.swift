import HTTPTypes
import TaneCore
import Testing

@testable import TaneServices

@Suite("Exports by Firestore")
struct FirestoreExportingTests {
  private static let name = "\(TestFirestore.name)/operations/e 1"
  private static let base = "https://firestore.googleapis.com/v1/\(TestFirestore.name)"

  private static func answer(_ rest: String) -> TransportResponse {
    .json("{\"name\":\"\(name)\"\(rest)}")
  }

  private static func state(_ state: String, _ rest: String = "") -> TransportResponse {
    answer(",\"metadata\":{\"operationState\":\"\(state)\"}\(rest)")
  }

  @Test("A new export is one request, with the collections that it is limited to")
  func start() async throws {
    let transport = TestTransport([Self.answer("")])
    let client = try TestFirestore.firebase(transport)
    let export = try await client.startExport(to: "gs://b/f", collections: [])
    #expect(export.name == Self.name)
    #expect(!export.isDone && !export.isSuccessful)
    _ = try await client.startExport(to: "gs://b/f", collections: ["posts", "麺"])
    #expect(transport.lines == Array(repeating: "POST \(Self.base):exportDocuments", count: 2))
    #expect(
      transport.requests.map(\.text) == [
        #"{"outputUriPrefix":"gs://b/f"}"#,
        #"{"collectionIds":["posts","麺"],"outputUriPrefix":"gs://b/f"}"#,
      ]
    )
    #expect(
      transport.requests.allSatisfy {
        $0.fields[.authorization] == "Bearer \(TestConnections.secret)"
      }
    )
  }

  @Test("A new export is not requested again after a lost response")
  func lostStart() async throws {
    let transport = TestTransport { _, _ in throw TransportFailure.closed }
    let client = try TestFirestore.firebase(transport)
    let error = await #expect(throws: StoreError.self) {
      try await client.startExport(to: "gs://b/f", collections: [])
    }
    #expect(
      error?.description
        == "firestore (\(TestFirestore.name)): POST /v1/\(TestFirestore.name):exportDocuments: "
        + "firestore.googleapis.com closed the connection before the response was complete; try "
        + "again; the export may have been started: check with gcloud firestore operations list"
    )
    #expect(transport.lines.count == 1)
  }

  @Test("The state of an export is requested at growing intervals until it has ended")
  func polling() async throws {
    let clock = TestClock()
    let transport = TestTransport { _, number in
      switch number {
      case 0: Self.state("INITIALIZING")
      case 1: .json("busy", 503)
      case 14:
        Self.state(
          "SUCCESSFUL",
          #","done":true,"response":{"outputUriPrefix":"gs://b/f"}"#
        )
      default:
        Self.answer(
          #","metadata":{"operationState":"PROCESSING","progressDocuments":"#
            + #"{"estimatedWork":"9007199254740993","completedWork":"\#(number)"}}"#
        )
      }
    }
    let client = try TestFirestore.firebase(transport, clock: clock)
    var states: [ManagedExport] = []
    let export = try await client.waitForExport(named: Self.name) { states.append($0) }
    #expect(export?.isSuccessful == true)
    #expect(export?.outputURL == "gs://b/f")
    #expect(states.map(\.state).prefix(2) == ["INITIALIZING", "PROCESSING"])
    #expect(states[1].completedDocuments == 2)
    #expect(states[1].estimatedDocuments == 9_007_199_254_740_993)
    #expect(states[0].estimatedDocuments == nil)
    #expect(Set(transport.lines) == ["GET \(Self.base)/operations/e%201"])
    let waits = clock.waits.filter { $0 != .milliseconds(500) }
    #expect(waits.count == 13 && waits == waits.sorted())
    #expect(waits.first == .seconds(1) && waits.last == .seconds(60))
  }

  @Test(
    "An export is successful only if it has ended without an error in that state",
    arguments: [
      state("SUCCESSFUL"), state("PROCESSING", #","done":true"#),
      state("SUCCESSFUL", #","done":true,"error":{"code":13,"message":"no"}"#),
      state("CANCELLED", #","done":true,"error":{"code":1,"message":"cancelled"}"#),
    ]
  )
  func unsuccessful(answer: TransportResponse) async throws {
    let client = try TestFirestore.firebase(TestTransport([answer]))
    let export = try await client.startExport(to: "gs://b/f", collections: [])
    #expect(!export.isSuccessful)
  }

  @Test("An operation that the service no longer has is no export")
  func missing() async throws {
    let transport = TestTransport([TestFirestore.failure("NOT_FOUND", 404)])
    let client = try TestFirestore.firebase(transport)
    #expect(try await client.waitForExport(named: Self.name, onProgress: { _ in }) == nil)
    try await client.cancelExport(named: Self.name)
    #expect(
      transport.lines == [
        "GET \(Self.base)/operations/e%201", "POST \(Self.base)/operations/e%201:cancel",
      ]
    )
    #expect(transport.requests.last?.text == "{}")
  }

  @Test("A page in place of the service is not a missing operation")
  func proxy() async throws {
    let transport = TestTransport([TransportResponse(404, bytes: Array("<html>".utf8))])
    let client = try TestFirestore.firebase(transport)
    await #expect(throws: StoreError.self) {
      try await client.waitForExport(named: Self.name, onProgress: { _ in })
    }
  }

  private static let otherNames = [
    "", "e1", "projects/p/databases/d/operations/", "projects/p/databases/d/documents/x",
    "projects/../databases/d/operations/e", "projects/p/databases/d/operations/e/x",
  ]

  @Test(
    "Names other than those of operations are rejected without a request",
    arguments: otherNames
  )
  func names(name: String) async throws {
    let transport = TestTransport([Self.answer("")])
    let client = try TestFirestore.firebase(transport)
    await #expect(throws: StoreError.self) { try await client.cancelExport(named: name) }
    #expect(transport.lines == [])
    let other = TestTransport([.json("{\"name\":\"\(name)\"}")])
    let error = await #expect(throws: StoreError.self) {
      try await TestFirestore.firebase(other).startExport(to: "gs://b/f", collections: [])
    }
    let message =
      ": the response lacks the name of an operation; try again; the export may have been "
    #expect(error?.message.contains(message) == true)
  }
}
