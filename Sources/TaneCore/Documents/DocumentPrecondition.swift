/// What must be true of a document for a write to take place.
public enum DocumentPrecondition: Sendable, Hashable {
  /// Nothing.
  case none
  /// The document must be there, or must not.
  case exists(Bool)
  /// The document must be there and have changed last at this time.
  case updateTime(DocumentTimestamp)
}
