package import TaneCore

extension FirestoreClient {
  /// Streams the current documents of a scope, and all documents again after every change.
  ///
  /// All observers share one gRPC stream, which is reopened if it breaks. The returned stream ends
  /// with an error if the service rejects the query, or if no connection succeeds within the
  /// policy's number of attempts before the first documents; after that, attempts continue. Returns
  /// nil if requests use a proxy, which gRPC does not support, or for a period after the network
  /// blocked HTTP/2 (one minute, up to one hour after repeated failures); existing streams then end
  /// with an error with code `unsupported`.
  package func snapshots(
    of scope: DocumentScope
  ) -> AsyncThrowingStream<[StoredDocument], any Error>? {
    guard client.connection.transport.connectsDirectly(to: location.origin),
      !sessionHandle.session.mustPoll
    else { return nil }
    if case .query(let query) = scope, let violation = query.violation {
      let error = invalid(violation)
      return AsyncThrowingStream(unfolding: { throw error })
    }
    let sessionHandle = sessionHandle
    let (documents, reader) = AsyncThrowingStream<[StoredDocument], any Error>
      .makeStream(bufferingPolicy: .bufferingNewest(1))
    let task = Task { await sessionHandle.session.addReader(reader, of: scope) }
    reader.onTermination = { _ in
      Task { await sessionHandle.session.removeReader(await task.value) }
    }
    return documents
  }
}
