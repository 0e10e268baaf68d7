/// A page of the documents in a collection.
public struct DocumentListPage: Sendable, Equatable {
  package struct Entry: Sendable, Equatable {
    /// The identifier of the document in the collection.
    package let id: String
    /// The document, or nil if it is missing and has subcollections.
    package let document: StoredDocument?

    package init(id: String, document: StoredDocument?) {
      self.id = id
      self.document = document
    }
  }

  /// The documents, in the order of their identifiers.
  package let entries: [Entry]
  /// A Boolean value indicating whether there are more entries.
  package let hasMore: Bool

  package init(entries: [Entry], hasMore: Bool) {
    self.entries = entries
    self.hasMore = hasMore
  }
}
