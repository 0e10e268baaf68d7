import TaneCore

// Writes with completion blocks. Values are converted before the method returns. Methods that do
// not throw pass all errors, including errors about the values, to the block.

extension DocumentReference {
  /// A block that is called on the main queue after a write, with the error if the write failed.
  public typealias Completion = ((any Error)?) -> Void

  /// Creates or replaces the document, and calls a block on completion.
  ///
  /// Writes to one database run in order. Without a block, an error is written to standard error.
  ///
  /// ```swift
  /// post.setData(["text": "熱い"]) { error in print(error?.localizedDescription ?? "sent") }
  /// ```
  public func setData(_ documentData: [String: Any], completion: Completion? = nil) {
    change(then: completion) { try setWrite(documentData, merge: false) }
  }

  /// Creates or replaces the document, or sets only the given fields if `merge` is true, and calls
  /// a block on completion.
  public func setData(
    _ documentData: [String: Any],
    merge: Bool,
    completion: Completion? = nil
  ) {
    change(then: completion) { try setWrite(documentData, merge: merge) }
  }

  /// Creates the document, or replaces only the fields in `mergeFields`, and calls a block on
  /// completion.
  public func setData(
    _ documentData: [String: Any],
    mergeFields: [String],
    completion: Completion? = nil
  ) {
    change(then: completion) { try setWrite(documentData, mergeFields: mergeFields) }
  }

  /// Writes the fields of an encoded value, and calls a block on completion.
  ///
  /// As in the Firebase SDK, returns before the document is written, even in async functions. Later
  /// reads return the new document; `Firestore.waitForPendingWrites()` awaits the write. To await
  /// the write and its error, encode the value first:
  /// `try await post.setData(Firestore.Encoder().encode(newPost))`.
  ///
  /// ```swift
  /// try posts.document("1").setData(from: newPost)
  /// ```
  ///
  /// A nil optional is omitted, a nil `@ExplicitNull` property becomes null, and a `@DocumentID` is
  /// not written.
  ///
  /// - Parameters:
  ///   - value: The value to encode.
  ///   - merge: True to set only the value's fields and preserve the document's other fields.
  ///   - encoder: The encoder, with its encoding strategies.
  ///   - completion: The block to call on the main queue after the write, with the error if the
  ///     write failed.
  /// - Throws: An `EncodingError` for a value that cannot be encoded, in which case the block is
  ///   not called.
  public func setData<Value: Encodable>(
    from value: Value,
    merge: Bool = false,
    encoder: FirestoreEncoder = FirestoreEncoder(),
    completion: Completion? = nil
  ) throws {
    let write = try setWrite(from: value, merge: merge, encoder: encoder)
    change(then: completion) { write }
  }

  /// Updates some fields of an existing document, and calls a block on completion.
  public func updateData(_ fields: [AnyHashable: Any], completion: Completion? = nil) {
    change(then: completion) { try updateWrite(fields) }
  }

  /// Deletes the document, and calls a block on completion.
  public func delete(completion: Completion? = nil) {
    change(then: completion) { try deleteWrite() }
  }

  private func change(then completion: Completion?, _ write: () throws -> DocumentWrite) {
    let write = Result { try write() }
    firestore.change(then: completion) { [firestore] in try await firestore.write([write.get()]) }
  }
}

extension CollectionReference {
  /// Creates a document with a new identifier, and calls a block on completion.
  ///
  /// ```swift
  /// let post = posts.addDocument(data: ["text": "熱い"]) { error in print(error ?? "sent") }
  /// ```
  ///
  /// - Returns: The reference to the document, which has not been written yet.
  @discardableResult
  public func addDocument(
    data: [String: Any],
    completion: DocumentReference.Completion? = nil
  ) -> DocumentReference {
    let reference = document()
    reference.setData(data, completion: completion)
    return reference
  }

  /// Creates a document with a new identifier and the fields of an encoded value, and calls a block
  /// on completion.
  ///
  /// ```swift
  /// let reference = try posts.addDocument(from: newPost)
  /// ```
  ///
  /// Returns before the document is written, as
  /// `DocumentReference.setData(from:merge:encoder:completion:)` does.
  ///
  /// - Returns: The reference to the document, which has not been written yet.
  /// - Throws: An `EncodingError` for a value that cannot be encoded, in which case the block is
  ///   not called.
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
  /// Commits the writes, and calls a block on completion.
  ///
  /// ```swift
  /// batch.commit { error in print(error?.localizedDescription ?? "saved") }
  /// ```
  public func commit(completion: DocumentReference.Completion? = nil) {
    firestore.change(then: completion) { [self] in try await firestore.write(takeWrites()) }
  }
}

extension Firestore {
  /// Performs an operation that changes the database, and calls a block on completion.
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
