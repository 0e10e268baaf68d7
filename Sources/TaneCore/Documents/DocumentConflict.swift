/// Why a commit was refused: a document is not as a write or a transaction expected.
public struct DocumentConflict: Error, Sendable, Hashable {
  /// The kind of conflict.
  public enum Reason: Sendable, Hashable {
    /// There is a document where none may be.
    case alreadyExists
    /// There is no document where one must be.
    case notFound
    /// The document changed last at another time.
    case updatedElsewhere
    /// What a transaction read has changed since.
    case readsChanged
  }

  /// The kind of conflict.
  public let reason: Reason
  /// The document; the root where it is about a query.
  public let path: DocumentPath

  /// Creates a conflict.
  public init(_ reason: Reason, path: DocumentPath) {
    self.reason = reason
    self.path = path
  }
}

extension DocumentConflict: CustomStringConvertible {
  /// What was found, and what was expected.
  public var description: String {
    switch reason {
    case .alreadyExists: "the document \(path) is there already; none was expected"
    case .notFound: "there is no document \(path)"
    case .updatedElsewhere: "the document \(path) has changed since the time that was named"
    case .readsChanged: "what the transaction read has changed since: run the transaction again"
    }
  }
}
