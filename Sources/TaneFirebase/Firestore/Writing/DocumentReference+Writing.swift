import TaneCore

// Every write converts its values on the caller's actor before it awaits the store, and therefore
// accepts values that are not `Sendable`, as the Firebase SDK does.

extension DocumentReference {
  /// Creates or replaces the document.
  ///
  /// ```swift
  /// try await post.setData(["text": "熱い", "createdAt": FieldValue.serverTimestamp()])
  /// ```
  ///
  /// - Throws: A `FirestoreError` with code `invalidArgument` that names the invalid value.
  public func setData(
    _ documentData: [String: Any],
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    try await commit(setting: documentData, merge: false)
  }

  /// Creates or replaces the document; with `merge`, sets only the given fields.
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

  /// Creates the document, or replaces only the fields in `mergeFields`.
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

  /// Updates some fields of an existing document.
  ///
  /// Keys are field names, or dotted paths of nested fields, such as `place.city`.
  ///
  /// ```swift
  /// try await post.updateData(["likes": FieldValue.increment(Int64(1)), "author.name": "花子"])
  /// ```
  ///
  /// - Throws: A `FirestoreError` with code `notFound` if the document does not exist.
  public func updateData(
    _ fields: [AnyHashable: Any],
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    let write = try updateWrite(fields)
    try await firestore.commit([write])
  }

  /// Deletes the document, but not the collections below it.
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

  /// Checks the document's path and performs a conversion; error messages begin with the document's
  /// address.
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
