import HTTPTypes
import TaneCore
import TaneEmulator
import TaneTesting
import Testing

/// A Firestore service with databases in memory and a fixed clock.
struct FirestoreFixture {
  static let root = "/v1/projects/p/databases/(default)/documents"
  static let name = "projects/p/databases/(default)/documents"
  /// The time of the clock and of the first commit.
  static let time = "2023-11-14T22:13:20.123000Z"

  let service: FirestoreService
  let store: InMemoryDocumentStore

  init() {
    let store = InMemoryDocumentStore { 1_700_000_000_123 }
    let other = InMemoryDocumentStore { 1_700_000_000_123 }
    service = FirestoreService(
      now: { 1_700_000_000_123 },
      makeIdentifier: { "AutoIdentifier000001" },
      makeStore: { name in
        switch name {
        case "projects/p/databases/(default)": store
        case "projects/p/databases/other": other
        default: nil
        }
      }
    )
    self.store = store
  }

  /// Sends a request below the root of the documents.
  func send(
    _ method: HTTPRequest.Method,
    _ path: String,
    _ json: String = ""
  ) async -> EmulatorResponse {
    await service.respond(to: .make(method, Self.root + path, body: Array(json.utf8)))
  }

  /// Stores fields, given as JSON, as a document.
  func set(_ fields: String, at path: String) async {
    let response = await send(.patch, "/\(path)", #"{"fields": \#(fields)}"#)
    #expect(response.status == .ok)
  }

  /// Returns the paths of the documents that match a structured query, in order.
  func query(_ json: String, below path: String = "") async -> [String] {
    let response = await send(.post, "\(path):runQuery", #"{"structuredQuery": \#(json)}"#)
    #expect(response.status == .ok, "\(response.text)")
    return response.json.children.compactMap { result in
      result["document"]?["name"]?.string.map { String($0.dropFirst(Self.name.utf8.count + 1)) }
    }
  }
}

extension EmulatorResponse {
  /// The status and message of an error such as `INVALID_ARGUMENT: …`, or of the first element of
  /// an array.
  var error: String {
    let json = json.kind == .list ? self.json[0] : self.json
    let status = json["error"]?["status"]?.string ?? "no status"
    return "\(status): \(json["error"]?["message"]?.string ?? "no message")"
  }
}
