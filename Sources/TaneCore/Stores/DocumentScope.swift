/// Which documents somebody observes.
public enum DocumentScope: Sendable, Equatable {
  /// The document at a path, whether it is there or not.
  case document(DocumentPath)
  /// What a query selects.
  case query(DocumentQuery)
}
