extension DocumentWrite {
  package struct Outcome: Sendable, Equatable {
    /// The document after the write, or nil if it does not exist.
    package let document: StoredDocument?
    /// The result that the commit returns for the write.
    package let result: DocumentWriteResult
  }

  /// Returns the outcome of applying the write to the current document, or to nil if it does not
  /// exist.
  ///
  /// A document that does not change keeps its update time.
  ///
  /// - Throws: A `DocumentConflict` if the precondition is not met.
  package func applied(
    to current: StoredDocument?,
    at time: DocumentTimestamp
  ) throws(DocumentConflict) -> Outcome {
    try check(current)
    switch operation {
    case .delete: return Outcome(document: nil, result: DocumentWriteResult(updateTime: nil))
    case .verify:
      return Outcome(
        document: current,
        result: DocumentWriteResult(updateTime: current?.updateTime)
      )
    case .update(let given, let mask):
      var fields = updated(current?.fields, with: given, mask: mask)
      let results = transforms.map { $0.apply(to: &fields, at: time) }
      let isUnchanged = current.map { $0.fields == fields } ?? false
      let document = StoredDocument(
        path: path,
        fields: fields,
        createTime: current?.createTime ?? time,
        updateTime: isUnchanged ? current?.updateTime ?? time : time
      )
      return Outcome(
        document: document,
        result: DocumentWriteResult(
          updateTime: document.updateTime,
          transformResults: results
        )
      )
    }
  }

  private func updated(
    _ current: DocumentFields?,
    with given: DocumentFields,
    mask: [FieldPath]?
  ) -> DocumentFields {
    guard let mask else { return given }
    return mask.reduce(into: current ?? DocumentFields()) { fields, path in
      fields[path] = given[path]
    }
  }

  private func check(_ current: StoredDocument?) throws(DocumentConflict) {
    switch precondition {
    case .none: return
    case .exists(true) where current == nil: throw DocumentConflict(.notFound, path: path)
    case .exists(false) where current != nil: throw DocumentConflict(.alreadyExists, path: path)
    case .exists: return
    case .updateTime(let time):
      guard current?.updateTime == time else {
        throw DocumentConflict(.updatedElsewhere, path: path)
      }
    }
  }
}

extension DocumentWrite {
  /// Returns true if a document is the result of the write; false if it is not, or if the result
  /// depends on the previous document.
  package func isApplied(in document: StoredDocument?) -> Bool {
    switch operation {
    case .verify: true
    case .delete: document == nil
    case .update(let fields, nil): transforms.isEmpty && document?.fields == fields
    case .update(let fields, let mask?):
      transforms.isEmpty
        && document.map { document in mask.allSatisfy { document.fields[$0] == fields[$0] } }
          == true
    }
  }
}
