/// The required state of a document before a write.
package enum DocumentPrecondition: Sendable, Hashable {
  /// No requirement.
  case none
  /// The document must exist, or must not.
  case exists(Bool)
  /// The document must exist with this update time.
  case updateTime(DocumentTimestamp)
}
