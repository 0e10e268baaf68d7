import TaneCore

/// A lease store that uses a document of a Firestore database.
struct DocumentLeaseStore: LeaseStore {
  let store: any DocumentStore
  let database: DocumentDatabaseName
  private let path: DocumentPath

  init(store: any DocumentStore, database: DocumentDatabaseName, reservedCollection: String) {
    (self.store, self.database) = (store, database)
    path = DocumentPath([reservedCollection, "lease"])
  }

  func content() async throws -> Tree { tree(of: try await store.document(at: path)) }

  func replace(_ expected: Tree, with content: Tree) async throws -> Bool {
    let found = try await store.document(at: path)
    guard tree(of: found) == expected else { return false }
    let fields = DocumentFields(content, in: database)
    let write = DocumentWrite(
      path: path,
      operation: fields.map { .update($0, mask: nil) } ?? .delete,
      precondition: found.map { .updateTime($0.updateTime) } ?? .exists(false)
    )
    do {
      try await store.commit([write])
      return true
    } catch is DocumentConflict {
      // An earlier commit whose response was lost may have written the content.
      return try await self.content() == content
    }
  }

  private func tree(of document: StoredDocument?) -> Tree {
    document.map { Tree(document: $0.fields) } ?? .null
  }
}
