import TaneCore

extension DocumentReference {
  /// Reads the document; the snapshot of a missing document is empty.
  ///
  /// ```swift
  /// let snapshot = try await post.getDocument()
  /// ```
  public func getDocument() async throws -> DocumentSnapshot {
    _ = try firestore.service.get()
    try check()
    await firestore.calls.waitForChanges()
    let path = storedPath
    let document = try await firestore.performing { try await $0.reader.document(at: path) }
    return DocumentSnapshot(reference: self, document: document)
  }

  /// Reads the document and decodes it as a type.
  ///
  /// ```swift
  /// let post = try await firestore.document("posts/1").getDocument(as: Post.self)
  /// ```
  ///
  /// - Throws: A `DataMappingError` if the document is missing or the type cannot decode it.
  public func getDocument<Value: Decodable>(
    as type: Value.Type,
    decoder: FirestoreDecoder = FirestoreDecoder()
  ) async throws -> Value {
    try await getDocument().data(as: type, decoder: decoder)
  }

  /// A sequence of snapshots of the document: the current one, then one after every change.
  ///
  /// Firebase and its emulators push changes. Other stores, and Firebase behind a proxy, are polled
  /// at the manager's intervals (`ObservationPace`), and immediately after this process writes the
  /// document through the same manager. Changes that occur faster than they are read are combined.
  /// The sequence ends when its task is canceled, and throws an error if the document cannot be
  /// read.
  ///
  /// ```swift
  /// for try await snapshot in firestore.document("saunas/aufguss").snapshots {
  ///   print(try snapshot.data(as: SaunaState.self).temperature)
  /// }
  /// ```
  public var snapshots: AsyncThrowingStream<DocumentSnapshot, any Error> {
    let path = storedPath
    let signal = firestore.changes.signal { $0 == path }
    let source = ObservedValues<DocumentSnapshot>.Source.pushed(
      {
        (try? check()).flatMap {
          firestore.pushedValues(of: .document(path)) {
            DocumentSnapshot(reference: self, document: $0.first)
          }
        }
      },
      orPolled: signal,
      firestore.pace
    ) { try await getDocument() }
    return ObservedValues(source, areSame: ==).stream { _, new in [new] }
  }

  /// Calls a block on the main queue with the current document, and again after every change, until
  /// the registration is removed.
  ///
  /// ```swift
  /// let registration = post.addSnapshotListener { snapshot, error in
  ///   if let snapshot { print(snapshot.data() ?? [:]) }
  /// }
  /// registration.remove()
  /// ```
  @discardableResult
  public func addSnapshotListener(
    _ listener: @escaping (DocumentSnapshot?, (any Error)?) -> Void
  ) -> any ListenerRegistration {
    SnapshotListener(snapshots, listener)
  }
}
