import TaneCore

extension QueryDraft {
  /// Returns the path of a field; records a problem and returns nil if the name is invalid.
  mutating func path(_ field: some FieldName) -> FieldPath? {
    if let path = field as? FieldPath { return path }
    do {
      return try FirestoreFields.path(field.description)
    } catch {
      addProblem(error.message)
      return nil
    }
  }

  /// Returns the operand of a comparison with a field; records a problem and returns nil if the
  /// value is not supported.
  ///
  /// If the field is the document's name, a string is parsed as a path below the collection or, for
  /// a collection group, below the root.
  mutating func operand(_ value: Any, for path: FieldPath) -> DocumentValue? {
    do {
      let operand = try FirestoreValueConverter.value(of: value, at: "the value of \(path)")
      guard path == .documentName else { return operand }
      if case .array(let elements) = operand { return .array(elements.map(documentName)) }
      return documentName(operand)
    } catch {
      addProblem(error.message)
      return nil
    }
  }

  /// Converts a document's name to the form that queries compare: its path below the root.
  private func documentName(_ value: DocumentValue) -> DocumentValue {
    switch value {
    case .string(let text):
      let collection = query.parent.appending(query.collectionID ?? "")
      let path =
        query.includesDescendants
        ? DocumentPath(slashed: text)
        : DocumentPath(collection.segments + DocumentPath(slashed: text).segments)
      return .reference(path.description)
    case .reference(let name):
      return .reference(DocumentReference(fullName: name, in: firestore).path)
    default: return value
    }
  }
}
