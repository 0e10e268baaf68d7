#if Network
import SwiftProtobuf
import TaneCore
import TaneFirestoreMessages

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A client's copy of the documents of one listen target, maintained from the service's messages.
struct ListenReplica: Sendable {
  /// The number of the target on the stream.
  private(set) var id: Int32
  private let scope: DocumentScope
  private let database: DocumentDatabaseName
  private var documents: [DocumentPath: StoredDocument] = [:]
  /// The resume token of the last consistent state, or empty if there is none.
  private var token = Data()
  /// A Boolean value indicating whether the service has added the target to the stream; earlier
  /// messages about all targets do not include it.
  private(set) var isAdded = false
  /// A Boolean value indicating whether the service has sent all documents that existed when the
  /// target was added.
  private(set) var isCurrent = false
  /// A Boolean value indicating whether the reader has not yet received the current state.
  private var hasChanged = true

  init(id: Int32, _ scope: DocumentScope, of database: DocumentDatabaseName) {
    (self.id, self.scope, self.database) = (id, scope, database)
  }

  /// The number of documents.
  var count: Int { documents.count }

  /// The request for the documents, which resumes from the last state if possible.
  var request: ProtoTarget {
    .with { target in
      target.targetID = id
      if !token.isEmpty { target.resumeToken = token }
      switch scope {
      case .document(let path): target.documents.documents = [database.name(of: path)]
      case .query(let query):
        target.query.parent = database.name(of: query.parent)
        target.query.structuredQuery = query.message(of: database)
      }
    }
  }

  /// Records that the stream of the target has ended.
  mutating func disconnect() { (isAdded, isCurrent) = (false, false) }

  /// Resets the replica for a new target with the given number.
  mutating func restart(as id: Int32) {
    self.id = id
    token = Data()
    disconnect()
    reset()
  }

  /// Applies a change to the target.
  mutating func take(_ change: ProtoTargetChange) {
    if !change.resumeToken.isEmpty { token = change.resumeToken }
    switch change.targetChangeType {
    case .add: isAdded = true
    case .current: isCurrent = true
    case .reset:
      isCurrent = false
      reset()
    default: break
    }
  }

  /// Applies the current state of a document.
  mutating func put(_ document: StoredDocument) {
    guard documents.updateValue(document, forKey: document.path) != document else { return }
    hasChanged = true
  }

  /// Removes a document that no longer exists or no longer matches.
  mutating func remove(_ path: DocumentPath) {
    if documents.removeValue(forKey: path) != nil { hasChanged = true }
  }

  /// Returns the documents if they are complete and have changed since the last call; call this
  /// when the service reports that all targets are consistent.
  mutating func changedDocuments() -> [StoredDocument]? {
    guard isCurrent, hasChanged else { return nil }
    hasChanged = false
    switch scope {
    case .document(let path): return documents[path].map { [$0] } ?? []
    case .query(let query): return query.sortedDocuments(documents.values)
    }
  }

  private mutating func reset() {
    if !documents.isEmpty { hasChanged = true }
    documents = [:]
  }
}

extension DocumentQuery {
  /// Returns documents that already match the query, sorted in the query's order.
  fileprivate func sortedDocuments(_ documents: some Collection<StoredDocument>) -> [StoredDocument]
  {
    var query = self
    query.orders = allOrders
    (query.filter, query.start, query.end, query.offset, query.limit) = (nil, nil, nil, 0, nil)
    return query.documents(from: documents)
  }
}
#endif
