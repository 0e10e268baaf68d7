import TaneCore

extension Query {
  /// Reads the selected documents in the query's order.
  ///
  /// ```swift
  /// let posts = try await firestore.collection("posts").limit(to: 20).getDocuments()
  /// ```
  public func getDocuments() async throws -> QuerySnapshot {
    QuerySnapshot(try await documents(), of: self)
  }

  /// A sequence of snapshots of the query's result: the current one, then one after every change.
  ///
  /// Firebase and its emulators push changes. Other stores, and Firebase behind a proxy or on a
  /// network without HTTP/2, are polled at the manager's intervals (`ObservationPace`), and
  /// immediately after this process writes one of the collection's documents through the same
  /// manager; each poll reads the whole query. Changes that occur faster than they are read are
  /// combined. The sequence ends when its task is canceled, and throws an error if the documents
  /// cannot be read.
  ///
  /// ```swift
  /// for try await snapshot in firestore.collection("posts").order(by: "createdAt").snapshots {
  ///   for change in snapshot.documentChanges { print(change.type, change.document.documentID) }
  /// }
  /// ```
  public var snapshots: AsyncThrowingStream<QuerySnapshot, any Error> {
    let stored = draft.query
    let signal = firestore.changes.signal { stored.covers($0) }
    let source = ObservedValues<[QueryDocumentSnapshot]>.Source.pushed(
      {
        (try? self.draft.storedQuery()).flatMap { stored in
          self.firestore.pushedValues(of: .query(stored)) { self.snapshots(of: $0) }
        }
      },
      orPolled: signal,
      firestore.pace
    ) { try await self.documents() }
    return ObservedValues(source, areSame: ==)
      .stream { old, new in [QuerySnapshot(new, of: self, after: old ?? [])] }
  }

  /// Calls a block on the main queue with the currently selected documents, and again after every
  /// change, until the registration is removed.
  ///
  /// ```swift
  /// let registration = posts.addSnapshotListener { snapshot, error in
  ///   print(snapshot?.count ?? 0)
  /// }
  /// registration.remove()
  /// ```
  @discardableResult
  public func addSnapshotListener(
    _ listener: @escaping (QuerySnapshot?, (any Error)?) -> Void
  ) -> any ListenerRegistration {
    SnapshotListener(snapshots, listener)
  }
}

extension Query {
  fileprivate func documents() async throws -> [QueryDocumentSnapshot] {
    _ = try firestore.service.get()
    let stored = try draft.storedQuery()
    await firestore.calls.waitForChanges()
    let documents = try await firestore.performing {
      try await $0.reader.documents(matching: stored)
    }
    return snapshots(of: documents)
  }

  fileprivate func snapshots(of documents: [StoredDocument]) -> [QueryDocumentSnapshot] {
    let snapshots = documents.map { QueryDocumentSnapshot($0, in: firestore) }
    return draft.isLimitedToLast ? snapshots.reversed() : snapshots
  }
}
