import TaneCore

// The writes of code that does not wait for them. Values become those of a document before the method returns;
// errors, those of the values included, come to the block.

extension DocumentReference {
  /// A block called on the main queue when a write has ended, with the error if it failed.
  public typealias Completion = ((any Error)?) -> Void

  /// Replaces the document by fields, or makes it, and calls a block when that is done.
  ///
  /// Writes to one database are made in the order in which they are asked for. Without a block an error is
  /// written to standard error.
  ///
  /// ```swift
  /// post.setData(["text": "熱い"]) { error in print(error?.localizedDescription ?? "sent") }
  /// ```
  public func setData(_ documentData: [String: Any], completion: Completion? = nil) {
    change(then: completion) { try setWrite(documentData, merge: false) }
  }

  /// Replaces the document by fields, or with `merge` only the fields that are named, and calls a block when
  /// that is done.
  public func setData(
    _ documentData: [String: Any],
    merge: Bool,
    completion: Completion? = nil
  ) {
    change(then: completion) { try setWrite(documentData, merge: merge) }
  }

  /// Replaces some fields of the document, each as a whole, and calls a block when that is done.
  public func setData(
    _ documentData: [String: Any],
    mergeFields: [String],
    completion: Completion? = nil
  ) {
    change(then: completion) { try setWrite(documentData, mergeFields: mergeFields) }
  }

  /// Writes the fields that a value encodes, and calls a block when that is done.
  ///
  /// Returns before the document is written, in async functions too, as in Firebase's SDK. Later reads see the
  /// document; `Firestore.waitForPendingWrites()` waits for it. To wait for the write and its error, encode the value
  /// first: `try await post.setData(Firestore.Encoder().encode(newPost))`.
  ///
  /// ```swift
  /// try posts.document("1").setData(from: newPost)
  /// ```
  ///
  /// Absent optionals are left out, `@ExplicitNull` ones are null, a `@DocumentID` is not written.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - merge: Whether only the fields that the value encodes are replaced.
  ///   - encoder: The encoder, with its strategies.
  ///   - completion: Called on the main queue when the write has ended, with the error if it failed.
  /// - Throws: An `EncodingError` for what cannot be encoded; the block is not called then.
  public func setData<Value: Encodable>(
    from value: Value,
    merge: Bool = false,
    encoder: FirestoreEncoder = FirestoreEncoder(),
    completion: Completion? = nil
  ) throws {
    let write = try setWrite(from: value, merge: merge, encoder: encoder)
    change(then: completion) { write }
  }

  /// Replaces some fields of a document that is there, and calls a block when that is done.
  public func updateData(_ fields: [AnyHashable: Any], completion: Completion? = nil) {
    change(then: completion) { try updateWrite(fields) }
  }

  /// Removes the document, and calls a block when that is done.
  public func delete(completion: Completion? = nil) {
    change(then: completion) { try deleteWrite() }
  }

  private func change(then completion: Completion?, _ write: () throws -> DocumentWrite) {
    let write = Result { try write() }
    firestore.change(then: completion) { [firestore] in try await firestore.write([write.get()]) }
  }
}

extension CollectionReference {
  /// Makes a document with a new identifier, and calls a block when that is done.
  ///
  /// ```swift
  /// let post = posts.addDocument(data: ["text": "熱い"]) { error in print(error ?? "sent") }
  /// ```
  ///
  /// - Returns: The document, which is yet to be made.
  @discardableResult
  public func addDocument(
    data: [String: Any],
    completion: DocumentReference.Completion? = nil
  ) -> DocumentReference {
    let reference = document()
    reference.setData(data, completion: completion)
    return reference
  }

  /// Makes a document with a new identifier from the fields that a value encodes, and calls a block when that is done.
  ///
  /// ```swift
  /// let reference = try posts.addDocument(from: newPost)
  /// ```
  ///
  /// Returns before the document is written, as `DocumentReference.setData(from:merge:encoder:completion:)` does.
  ///
  /// - Returns: The document, which is yet to be made.
  /// - Throws: An `EncodingError` for what cannot be encoded; the block is not called then.
  @discardableResult
  public func addDocument<Value: Encodable>(
    from value: Value,
    encoder: FirestoreEncoder = FirestoreEncoder(),
    completion: DocumentReference.Completion? = nil
  ) throws -> DocumentReference {
    let reference = document()
    try reference.setData(from: value, encoder: encoder, completion: completion)
    return reference
  }
}

extension WriteBatch {
  /// Makes the writes, in their order, and calls a block when that is done.
  ///
  /// ```swift
  /// batch.commit { error in print(error?.localizedDescription ?? "saved") }
  /// ```
  public func commit(completion: DocumentReference.Completion? = nil) {
    firestore.change(then: completion) { [self] in try await firestore.write(takeWrites()) }
  }
}

extension Firestore {
  /// Does something that changes the database, and calls a block when that is done.
  fileprivate func change(
    then completion: DocumentReference.Completion?,
    _ operation: @escaping @Sendable () async throws -> Void
  ) {
    let completion = completion.map { completion in
      CallQueue.Completion<Void> { completion($0.failure) }
    }
    calls.change(operation, then: completion)
  }
}
