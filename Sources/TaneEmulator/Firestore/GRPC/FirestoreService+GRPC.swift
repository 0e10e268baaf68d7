#if Network
import SwiftProtobuf
import TaneCore
import TaneFirestoreMessages
import TaneServices

/// The methods of `google.firestore.v1.Firestore`.
extension FirestoreService: GRPCService {
  private static let service = "google.firestore.v1.Firestore/"

  /// Returns true if a method's calls last until the client disconnects.
  package func isEndless(_ method: String) -> Bool {
    method == Self.service + "Listen" || method == Self.service + "Write"
  }

  package func answer(_ call: GRPCCall) async throws {
    guard call.method.hasPrefix(Self.service) else { throw Self.unknown(call.method) }
    switch call.method.dropFirst(Self.service.count) {
    case "GetDocument": try await call.unary(getDocument)
    case "ListDocuments": try await call.unary(listDocuments)
    case "CreateDocument": try await call.unary(createDocument)
    case "UpdateDocument": try await call.unary(updateDocument)
    case "DeleteDocument": try await call.unary(deleteDocument)
    case "BatchGetDocuments": try await call.stream(batchGetDocuments)
    case "BeginTransaction": try await call.unary(beginTransaction)
    case "Commit": try await call.unary(commit)
    case "Rollback": try await call.unary(rollback)
    case "RunQuery": try await call.stream(runQuery)
    case "RunAggregationQuery": try await call.stream(runAggregationQuery)
    case "PartitionQuery": try await call.unary(partitionQuery)
    case "ListCollectionIds": try await call.unary(listCollectionIDs)
    case "BatchWrite": try await call.unary(batchWrite)
    case "Write": try await FirestoreWriteStream(service: self).run(call)
    case "Listen": try await FirestoreListenStream(service: self).run(call)
    default: throw Self.unknown(call.method)
    }
  }

  private static func unknown(_ method: String) -> GoogleFailure {
    GoogleFailure(.unimplemented, "The method \(method.escapingControls) is not served over gRPC.")
  }

  /// Parses a full resource name, and returns the operations on its database and the path within
  /// the database.
  func callAndPath(
    of name: String
  ) throws(GoogleFailure) -> (call: FirestoreCall, path: DocumentPath) {
    guard let (database, path) = DocumentDatabaseName.parse(name) else {
      throw .invalid(
        "Invalid name \"\(name.escapingControls)\": it must be projects/P/databases/D/documents/…"
      )
    }
    return (try call(to: database), path)
  }

  /// Returns the operations on the database with the given name.
  func call(named name: String) throws(GoogleFailure) -> FirestoreCall {
    guard let database = DocumentDatabaseName(parsing: name) else {
      throw .invalid(
        "Invalid database \"\(name.escapingControls)\": it must be projects/P/databases/D"
      )
    }
    return try call(to: database)
  }
}

extension FirestoreCall {
  /// Throws if a request of a stream names a different database than the first request.
  func check(_ database: String, of stream: String) throws(GoogleFailure) {
    guard database.isEmpty || database == "\(self.database)" else {
      throw .invalid("This \(stream) stream can access only the database \(self.database).")
    }
  }
}

extension ProtoTransactionOptions {
  /// Returns the kind of transaction that the options describe.
  func transactionMode() throws(WireError) -> TransactionMode {
    guard case .readOnly(let readOnly) = mode else { return .readWrite }
    guard case .readTime(let time) = readOnly.consistencySelector else { return .readOnly(at: nil) }
    return .readOnly(at: try DocumentTimestamp(exactly: time))
  }
}
#endif
