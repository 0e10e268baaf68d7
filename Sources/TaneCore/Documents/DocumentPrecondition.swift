/// The required state of a document before a write.
package enum DocumentPrecondition: Sendable, Hashable {
  /// The document may exist or be missing.
  case none
  /// The document must exist, or must not.
  case exists(Bool)
  /// The document must exist with this update time.
  case updateTime(DocumentTimestamp)
}
