import HTTPTypes
import TaneCore
import TaneEmulator
import TaneServices
import TaneTesting

/// Firestore clients for tests.
enum TestFirestore {
  static let name = "projects/demo/databases/(default)"
  static let root = "http://127.0.0.1:8080/v1/\(name)/documents"

  /// A database of an emulator that answers by a script, or in memory.
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

  /// A database of Firebase.
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

  /// An emulator of databases in memory.
  static func emulator(_ store: InMemoryDocumentStore = InMemoryDocumentStore()) -> FirestoreService
  {
    FirestoreService(now: { 1_700_000_000_000 }) { $0 == name ? store : nil }
  }

  /// An answer of JSON, in which `ROOT` stands for the name of all documents.
  static func answer(_ text: String, _ status: Int = 200) -> TransportResponse {
    .json(text.replacing("ROOT", with: "\(name)/documents"), status)
  }

  /// An error as Google's services tell it.
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
  /// A write that replaces the fields of a document.
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

  /// A write that removes a document.
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
  /// The method of the API that the request calls: `commit`; the HTTP method of others.
  var apiMethod: String {
    let path = target.prefix { $0 != "?" }
    guard method == .post, let colon = path.lastIndex(of: ":") else { return method.rawValue }
    return String(path[path.index(after: colon)...])
  }
}
