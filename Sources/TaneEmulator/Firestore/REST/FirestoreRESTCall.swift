import HTTPTypes
import TaneCore
import TaneServices

/// A request to the Firestore REST API.
struct FirestoreRESTCall {
  let request: EmulatorRequest
  let route: FirestoreRoute
  let call: FirestoreCall

  var database: DocumentDatabaseName { route.database }
  var target: RequestTarget { request.target }

  /// Performs the request and returns its response as JSON.
  func handle() async throws -> TreeLiteral {
    switch route.verb {
    case nil: return try await handleResourceRequest()
    case "commit": return try await commit()
    case "batchWrite": return try await batchWrite()
    case "batchGet": return try await batchGet()
    case "runQuery": return try await runQuery()
    case "partitionQuery": return try partitionQuery()
    case "runAggregationQuery": return try await runAggregationQuery()
    case "beginTransaction": return try beginTransaction()
    case "rollback": return try rollback()
    case "listCollectionIds": return try await listCollectionIDs()
    case let verb?:
      throw GoogleFailure(.unimplemented, "The method \(verb) is not served over REST.")
    }
  }

  private func handleResourceRequest() async throws -> TreeLiteral {
    let path = route.path
    try call.check(path)
    switch (request.method, path.isDocument) {
    case (.get, true): return try await getDocument()
    case (.patch, true): return try await patchDocument()
    case (.delete, true): return try await deleteDocument()
    case (.get, false) where path.isCollection: return try await listDocuments()
    case (.post, false) where path.isCollection: return try await createDocument()
    default:
      throw GoogleFailure(
        .notFound,
        "\(request.method.rawValue) is not served at \(database.name(of: path))."
      )
    }
  }

  /// Returns a document in the REST API's format, optionally limited to the fields of a mask.
  func json(_ document: StoredDocument, mask: [FieldPath]? = nil) -> TreeLiteral {
    document.json(of: database, mask: mask)
  }

  /// Returns the field mask in the query parameters, if any.
  func mask(_ name: String) throws -> [FieldPath]? {
    let texts = target.parameters.filter { parameter in
      parameter.name == "\(name).fieldPaths" || parameter.name == "\(name).field_paths"
    }
    guard !texts.isEmpty else { return nil }
    return try DocumentWrite.paths(texts.map(\.value))
  }

  /// Returns the consistency that the query parameters request.
  func consistency() throws(GoogleFailure) -> ReadConsistency {
    if let text = target["transaction"] { return .transaction(try transactionID(text)) }
    guard let text = target["readTime"] else { return .latest }
    guard let time = DocumentTimestamp(parsing: text) else {
      throw .invalid("Invalid value at 'readTime': \(text.escapingControls)")
    }
    return .time(time)
  }

  /// Decodes the identifier of a transaction.
  func transactionID(_ text: String) throws(GoogleFailure) -> [UInt8] {
    guard let id = Base64.bytes(of: text) else {
      throw .invalid("Invalid transaction \"\(text.escapingControls)\": expected base64.")
    }
    return id
  }
}
