/// What a transaction has read, and what must still be so when it is committed.
public enum DocumentExpectation: Sendable, Equatable {
  /// A document changed last at this time, or is not there.
  case document(DocumentPath, updateTime: DocumentTimestamp?)
  /// A query selects these documents, which changed last at these times.
  case query(DocumentQuery, found: [Version])

  /// A document as it was read.
  public struct Version: Sendable, Hashable {
    /// Where the document stands.
    public let path: DocumentPath
    /// When it changed last.
    public let updateTime: DocumentTimestamp

    /// Creates the version of a document.
    public init(_ document: StoredDocument) {
      path = document.path
      updateTime = document.updateTime
    }
  }
}
