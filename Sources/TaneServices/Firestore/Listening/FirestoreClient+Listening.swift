public import TaneCore

extension FirestoreClient {
  /// The documents of a scope now, and again after each change, as the service tells of them over gRPC.
  ///
  /// All who observe share one stream, which is made again where it breaks. It ends with an error where the service
  /// refuses the query, or where there was no connection in as many attempts as the policy has before the
  /// first documents; later ones are waited for. Nil where requests go through a proxy, which gRPC does not, and for a while
  /// after the network was found to let no HTTP/2 through, from a minute up to an hour; streams of before then end with an
  /// error of code `unsupported`.
  public func snapshots(
    of scope: DocumentScope
  ) -> AsyncThrowingStream<[StoredDocument], any Error>? {
    guard client.connection.transport.goesDirectly(to: location.origin),
      !hold.session.mustBeAsked
    else { return nil }
    if case .query(let query) = scope, let violation = query.violation {
      let error = invalid(violation)
      return AsyncThrowingStream(unfolding: { throw error })
    }
    let hold = hold
    let (documents, reader) = AsyncThrowingStream<[StoredDocument], any Error>
      .makeStream(bufferingPolicy: .bufferingNewest(1))
    let task = Task { await hold.session.tell(reader, of: scope) }
    reader.onTermination = { _ in
      Task { await hold.session.stopTelling(await task.value) }
    }
    return documents
  }
}
