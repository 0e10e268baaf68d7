/// The required state of a document before a write.
package enum DocumentPrecondition: Sendable, Hashable {
  /// The document may exist or be missing.
  case none
  /// The document must exist if the value is true, and must not exist if it is false.
  case exists(Bool)
  /// The document must exist with this update time.
  case updateTime(DocumentTimestamp)
}
