/// A document as its database knows it.
public struct StoredDocument: Sendable, Equatable {
  /// Where the document stands.
  public let path: DocumentPath
  /// What it holds.
  public let fields: DocumentFields
  /// When it was made.
  public let createTime: DocumentTimestamp
  /// When it changed last.
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
  /// The fields at some paths alone, in the maps that they stand in.
  public func selecting(_ paths: [FieldPath]) -> DocumentFields {
    var selected = DocumentFields()
    for path in paths {
      guard let value = self[path] else { continue }
      selected[path] = value
    }
    return selected
  }
}
