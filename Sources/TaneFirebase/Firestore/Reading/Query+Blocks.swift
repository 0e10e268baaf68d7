extension Query {
  /// Reads the selected documents, and calls a block on the main queue with the result or the
  /// error.
  ///
  /// ```swift
  /// posts.whereField("roomID", isEqualTo: "a").getDocuments { snapshot, error in
  ///   print(snapshot?.documents.map(\.documentID) ?? [])
  /// }
  /// ```
  public func getDocuments(completion: @escaping (QuerySnapshot?, (any Error)?) -> Void) {
    firestore.calls.read(
      { try await self.getDocuments() },
      then: MainQueueBlock { completion($0.success, $0.failure) }
    )
  }

  /// Calls a block on the main queue with the currently selected documents, and again after every
  /// change, until the registration is removed.
  ///
  /// `includeMetadataChanges` has no effect, because documents always come from the store.
  @discardableResult
  public func addSnapshotListener(
    includeMetadataChanges: Bool,
    listener: @escaping (QuerySnapshot?, (any Error)?) -> Void
  ) -> any ListenerRegistration {
    addSnapshotListener(listener)
  }
}

extension DocumentReference {
  /// Reads the document, and calls a block on the main queue with the result or the error.
  ///
  /// ```swift
  /// post.getDocument { snapshot, error in print(snapshot?.data() ?? [:]) }
  /// ```
  public func getDocument(completion: @escaping (DocumentSnapshot?, (any Error)?) -> Void) {
    firestore.calls.read(
      { try await getDocument() },
      then: MainQueueBlock { completion($0.success, $0.failure) }
    )
  }

  /// Reads the document and decodes it as a type, and calls a block on the main queue with the
  /// value or the error.
  public func getDocument<Value: Decodable>(
    as type: Value.Type,
    decoder: FirestoreDecoder = FirestoreDecoder(),
    completion: @escaping (Result<Value, any Error>) -> Void
  ) {
    firestore.calls.read(
      { try await getDocument() },
      then: MainQueueBlock { result in
        completion(Result { try result.get().data(as: type, decoder: decoder) })
      }
    )
  }

  /// Calls a block on the main queue with the current document, and again after every change, until
  /// the registration is removed.
  ///
  /// `includeMetadataChanges` has no effect, because documents always come from the store.
  @discardableResult
  public func addSnapshotListener(
    includeMetadataChanges: Bool,
    listener: @escaping (DocumentSnapshot?, (any Error)?) -> Void
  ) -> any ListenerRegistration {
    addSnapshotListener(listener)
  }
}
