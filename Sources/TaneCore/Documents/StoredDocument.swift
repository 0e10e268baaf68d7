/// A document as stored in its database.
public struct StoredDocument: Sendable, Equatable {
  package let path: DocumentPath
  package let fields: DocumentFields
  package let createTime: DocumentTimestamp
  /// The time of the last change.
  package let updateTime: DocumentTimestamp

  package init(
    path: DocumentPath,
    fields: DocumentFields,
    createTime: DocumentTimestamp,
    updateTime: DocumentTimestamp
  ) {
    self.path = path
    self.fields = fields
    self.createTime = createTime
    self.updateTime = updateTime
  }
}

extension DocumentFields {
  /// Returns only the fields at the given paths, nested in maps as in the document.
  package func selecting(_ paths: [FieldPath]) -> DocumentFields {
    var selected = DocumentFields()
    for path in paths {
      guard let value = self[path] else { continue }
      selected[path] = value
    }
    return selected
  }
}
