/// The documents to observe.
public enum DocumentScope: Sendable, Equatable {
  /// The document at a path, whether or not it exists.
  case document(DocumentPath)
  /// The results of a query.
  case query(DocumentQuery)
}
