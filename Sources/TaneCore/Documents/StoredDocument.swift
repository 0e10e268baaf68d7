/// A document as its database stores it.
public struct StoredDocument: Sendable, Equatable {
  /// The path.
  public let path: DocumentPath
  /// The fields.
  public let fields: DocumentFields
  /// The time of creation.
  public let createTime: DocumentTimestamp
  /// The time of the last change.
  public let updateTime: DocumentTimestamp

  /// Creates a document.
  public init(
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
  /// Returns the fields at the given paths only, inside their maps.
  public func selecting(_ paths: [FieldPath]) -> DocumentFields {
    var selected = DocumentFields()
    for path in paths {
      guard let value = self[path] else { continue }
      selected[path] = value
    }
    return selected
  }
}
