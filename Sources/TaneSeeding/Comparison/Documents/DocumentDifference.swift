public import TaneCore
public import TaneProject

/// How a document differs from what fixtures say of it.
public struct DocumentDifference: Sendable {
  /// What fixtures say.
  public let fixture: Fixtures.Document
  /// The document as it was read, if there is one.
  public let existing: StoredDocument?
  /// What differs, by the addresses of fields.
  public let node: NodeDifference
}
