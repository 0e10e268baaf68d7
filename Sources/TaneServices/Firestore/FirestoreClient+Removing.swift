import HTTPTypes
import TaneCore

extension FirestoreClient {
  /// Removes all documents.
  ///
  /// Emulators support this in one request. In production, documents are listed and removed in
  /// batches, so documents that others write in the meantime may remain.
  package func removeAll() async throws {
    try Task.checkCancellation()
    guard location.isEmulator else { return try await removeInParts() }
    let call = ServiceCall(method: .delete, url: location.emulatorURL, retry: .idempotent)
    let answer = try await client.send(call)
    guard answer.isSuccess else { throw error(for: answer, of: call) }
  }

  private func removeInParts() async throws {
    var query = DocumentQuery(
      collectionID: nil,
      includesDescendants: true,
      limit: settings.removalsPerCommit
    )
    while true {
      let documents = try await run(query, withFields: false)
      guard let last = documents.last else { return }
      let writes = documents.map { DocumentWrite(path: $0.path, operation: .delete) }
      // Removing a missing document has no effect.
      _ = try await commit(writes, retry: .idempotent)
      query.start = DocumentQuery.Cursor(
        values: [.reference(last.path.description)],
        isBefore: false
      )
    }
  }
}
