/// An error for a rejected commit: a document is not in the state that a write or a transaction
/// expects.
package struct DocumentConflict: Error, Sendable, Hashable {
  /// The kind of conflict.
  package enum Reason: Sendable, Hashable {
    /// A document exists although it must not.
    case alreadyExists
    /// A document does not exist although it must.
    case notFound
    /// The document's update time differs from the expected one.
    case updatedElsewhere
    /// Data that the transaction read has changed since.
    case readsChanged
  }

  package let reason: Reason
  /// The path of the document, or the parent of the query whose results have changed.
  package let path: DocumentPath

  package init(_ reason: Reason, path: DocumentPath) {
    self.reason = reason
    self.path = path
  }
}

extension DocumentConflict: CustomStringConvertible {
  package var description: String {
    switch reason {
    case .alreadyExists: "the document \(path) already exists"
    case .notFound: "the document \(path) does not exist"
    case .updatedElsewhere: "the document \(path) was changed after the expected update time"
    case .readsChanged: "data that the transaction read has changed: run the transaction again"
    }
  }
}
