import TaneCore

// Values become those of a document before the store is waited for, on the caller's own actor: so writes
// take values that must not cross to another one, as Firebase's SDK does.

extension DocumentReference {
  /// Replaces the document by fields, or makes it.
  ///
  /// ```swift
  /// try await post.setData(["text": "熱い", "createdAt": FieldValue.serverTimestamp()])
  /// ```
  ///
  /// - Throws: A `FirestoreError` of code `invalidArgument` that names what cannot be written.
  public func setData(
    _ documentData: [String: Any],
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await commit(setting: documentData, merge: false)
  }

  /// Replaces the document by fields, or with `merge` only the fields that are named; or makes it.
  ///
  /// ```swift
  /// try await post.setData(["author": ["name": "花子"]], merge: true)
  /// ```
  public func setData(
    _ documentData: [String: Any],
    merge: Bool,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await commit(setting: documentData, merge: merge)
  }

  /// Replaces some fields of the document, each as a whole, or makes it.
  ///
  /// ```swift
  /// try await post.setData(["text": "熱い", "likes": 0], mergeFields: ["text"])
  /// ```
  public func setData(
    _ documentData: [String: Any],
    mergeFields: [String],
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    let write = try setWrite(documentData, mergeFields: mergeFields)
    try await firestore.commit([write])
  }

  /// Replaces some fields of a document that is there.
  ///
  /// Keys are fields, or paths of fields with dots: `place.city`.
  ///
  /// ```swift
  /// try await post.updateData(["likes": FieldValue.increment(Int64(1)), "author.name": "花子"])
  /// ```
  ///
  /// - Throws: A `FirestoreError` of code `notFound` where there is no document.
  public func updateData(
    _ fields: [AnyHashable: Any],
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    let write = try updateWrite(fields)
    try await firestore.commit([write])
  }

  /// Removes the document; the collections below it stay.
  ///
  /// ```swift
  /// try await post.delete()
  /// ```
  public func delete() async throws {
    try await firestore.commit([deleteWrite()])
  }

  private func commit(
    setting data: [String: Any],
    merge: Bool,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    let write = try setWrite(data, merge: merge)
    try await firestore.commit([write])
  }
}

extension DocumentReference {
  func setWrite(_ data: [String: Any], merge: Bool) throws(FirestoreError) -> DocumentWrite {
    let fields = try checked { () throws(FirestoreError) in try FirestoreFields(data) }
    return merge ? fields.merging(into: storedPath) : try fields.replacing(storedPath)
  }

  func setWrite(
    _ data: [String: Any],
    mergeFields: [String]
  ) throws(FirestoreError) -> DocumentWrite {
    try checked { () throws(FirestoreError) in
      var selection: [FieldPath] = []
      for name in mergeFields { selection.append(try FirestoreFields.path(name)) }
      return try FirestoreFields(data).merging(into: storedPath, selecting: selection)
    }
  }

  func setWrite(
    from value: some Encodable,
    merge: Bool,
    encoder: FirestoreEncoder
  ) throws -> DocumentWrite {
    try check()
    let fields = try encoder.fields(of: value)
    return merge ? fields.merging(into: storedPath) : try fields.replacing(storedPath)
  }

  func updateWrite(_ data: [AnyHashable: Any]) throws(FirestoreError) -> DocumentWrite {
    try checked { () throws(FirestoreError) in
      try FirestoreFields(updating: data).merging(into: storedPath, if: .exists(true))
    }
  }

  func deleteWrite() throws(FirestoreError) -> DocumentWrite {
    try check()
    return DocumentWrite(path: storedPath, operation: .delete)
  }

  /// Reads data for the document; errors begin with its address.
  private func checked<Value>(
    _ read: () throws(FirestoreError) -> Value
  ) throws(FirestoreError) -> Value {
    try check()
    do {
      return try read()
    } catch {
      throw FirestoreError(error.code, "\(self): \(error.message)")
    }
  }
}
