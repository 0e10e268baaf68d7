/// A read by a transaction whose result must not have changed when the transaction commits.
public enum DocumentExpectation: Sendable, Equatable {
  /// A document with its update time, which is nil if the document does not exist.
  case document(DocumentPath, updateTime: DocumentTimestamp?)
  /// The results of a query, with their update times.
  case query(DocumentQuery, found: [Version])

  /// A version of a document.
  public struct Version: Sendable, Hashable {
    package let path: DocumentPath
    /// The time of the document's last change.
    package let updateTime: DocumentTimestamp

    package init(_ document: StoredDocument) {
      path = document.path
      updateTime = document.updateTime
    }
  }
}
