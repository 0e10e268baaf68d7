import HTTPTypes
import TaneCore
import TaneEmulator
import TaneServices
import TaneTesting

/// Firestore clients for tests.
enum TestFirestore {
  static let name = "projects/demo/databases/(default)"
  static let root = "http://127.0.0.1:8080/v1/\(name)/documents"

  /// Returns a Firestore client for an emulator.
  static func client(
    _ transport: any Transport,
    clock: TestClock = TestClock(),
    _ change: (inout FirestoreClient.Settings) -> Void = { _ in }
  ) throws -> FirestoreClient {
    var settings = FirestoreClient.Settings.emulator
    change(&settings)
    return FirestoreClient(
      location: try FirestoreLocation(emulator: "http://127.0.0.1:8080", database: name),
      connection: TestConnections.connection(transport, clock: clock),
      settings: settings
    )
  }

  /// Returns a Firestore client for Firebase.
  static func firebase(
    _ transport: any Transport,
    _ credential: ServiceCredential = TestConnections.production,
    clock: TestClock = TestClock(),
    _ change: (inout FirestoreClient.Settings) -> Void = { _ in }
  ) throws -> FirestoreClient {
    var settings = FirestoreClient.Settings()
    change(&settings)
    return FirestoreClient(
      location: try FirestoreLocation(firebase: name),
      connection: TestConnections.connection(transport, credential, clock: clock),
      settings: settings
    )
  }

  /// Returns a Firestore emulator with a database in memory.
  static func emulator(_ store: InMemoryDocumentStore = InMemoryDocumentStore()) -> FirestoreService
  {
    FirestoreService(now: { 1_700_000_000_000 }) { $0 == name ? store : nil }
  }

  /// Returns a JSON response, in which `ROOT` is replaced by the name of the documents' root.
  static func answer(_ text: String, _ status: Int = 200) -> TransportResponse {
    .json(text.replacing("ROOT", with: "\(name)/documents"), status)
  }

  /// Returns an error in the format of Google's services.
  static func failure(
    _ status: String,
    _ code: Int,
    _ message: String = "no",
    inList: Bool = false
  ) -> TransportResponse {
    let error =
      #"{"error":{"code":\#(code),"message":"\#(message)","status":"\#(status)"}}"#
    return .json(inList ? "[\(error)]" : error, code)
  }
}

extension DocumentWrite {
  /// Returns a write that replaces the fields of a document.
  static func set(
    _ fields: DocumentFields,
    at path: String,
    if precondition: DocumentPrecondition = .none
  ) -> DocumentWrite {
    DocumentWrite(
      path: DocumentPath(parsing: path),
      operation: .update(fields, mask: nil),
      precondition: precondition
    )
  }

  /// Returns a write that removes a document.
  static func delete(
    _ path: String,
    if precondition: DocumentPrecondition = .none
  ) -> DocumentWrite {
    DocumentWrite(
      path: DocumentPath(parsing: path),
      operation: .delete,
      precondition: precondition
    )
  }
}

extension TransportRequest {
  /// The API method of the request, such as `commit`, or its HTTP method if it has none.
  var apiMethod: String {
    let path = target.prefix { $0 != "?" }
    guard method == .post, let colon = path.lastIndex(of: ":") else { return method.rawValue }
    return String(path[path.index(after: colon)...])
  }
}
