import TaneCore

extension DocumentReference {
  /// Reads the document; one that is not there gives a snapshot that says so.
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

  /// Reads the document as a value of a type.
  ///
  /// ```swift
  /// let post = try await firestore.document("posts/1").getDocument(as: Post.self)
  /// ```
  ///
  /// - Throws: A `DataMappingError` where the type cannot read the document, or there is none.
  public func getDocument<Value: Decodable>(
    as type: Value.Type,
    decoder: FirestoreDecoder = FirestoreDecoder()
  ) async throws -> Value {
    try await getDocument().data(as: type, decoder: decoder)
  }

  /// The document now, and again after every change of it, its removal included.
  ///
  /// Firebase and its emulators tell of changes by themselves. Other stores, and Firebase behind a proxy, are asked at
  /// the manager's pace (`ObservationPace`), and at once when this process has written the document through the
  /// same manager; changes that follow one another faster than they are read
  /// count as one. The sequence ends when its task is cancelled, and with an error when the document
  /// cannot be read.
  ///
  /// ```swift
  /// for try await snapshot in firestore.document("saunas/aufguss").snapshots {
  ///   print(try snapshot.data(as: SaunaState.self).temperature)
  /// }
  /// ```
  public var snapshots: AsyncThrowingStream<DocumentSnapshot, any Error> {
    let path = storedPath
    let signal = firestore.changes.signal { $0 == path }
    let source = ObservedValues<DocumentSnapshot>.Source.told(
      {
        (try? check()).flatMap {
          firestore.told(of: .document(path)) {
            DocumentSnapshot(reference: self, document: $0.first)
          }
        }
      },
      orAsked: signal,
      firestore.pace
    ) { try await getDocument() }
    return ObservedValues(source, areSame: ==).stream { _, new in [new] }
  }

  /// Calls a block on the main queue with the document now, and again after every change of it, until the registration
  /// is removed.
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
