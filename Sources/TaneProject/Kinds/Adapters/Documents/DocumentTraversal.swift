package import TaneCore

/// A traversal of the Firestore documents in a scope.
package struct DocumentTraversal {
  /// The maximum number of documents per page of a list.
  private static let pageSize = 300

  private let store: any DocumentReader
  private let scope: ComparisonScope?

  /// Creates a traversal of a scope, or of the whole database if the scope is nil.
  package init(_ store: any DocumentReader, scope: ComparisonScope? = nil) {
    (self.store, self.scope) = (store, scope)
  }

  func documents() async throws -> [DocumentPath: StoredDocument] {
    var documents: [DocumentPath: StoredDocument] = [:]
    try await forEach { documents[$0.path] = $0 }
    return documents
  }

  /// Calls a closure with each document, followed by the documents in its subcollections.
  package func forEach(_ body: (StoredDocument) async throws -> Void) async throws {
    try await forEach(below: .root, body)
  }

  private func forEach(
    below parent: DocumentPath,
    _ body: (StoredDocument) async throws -> Void
  ) async throws {
    for id in try await store.collectionIDs(below: parent) {
      let collection = parent.appending(id)
      guard overlapsScope(collection) else { continue }
      var last: String?
      var hasMore = true
      while hasMore {
        try Task.checkCancellation()
        let page = try await store.documents(
          in: collection,
          after: last,
          limit: Self.pageSize,
          // A missing document may have subcollections.
          includesMissing: true
        )
        for entry in page.entries {
          let path = collection.appending(entry.id)
          guard overlapsScope(path) else { continue }
          if let document = entry.document { try await body(document) }
          try await forEach(below: path, body)
        }
        (last, hasMore) = (page.entries.last?.id, page.hasMore && !page.entries.isEmpty)
      }
    }
  }

  /// Returns true if a path is in the scope, or above an address in the scope.
  private func overlapsScope(_ path: DocumentPath) -> Bool {
    guard let scope else { return true }
    let address = Address(document: path)
    return scope.contains(address) || scope.addresses.contains(where: address.contains)
  }
}
