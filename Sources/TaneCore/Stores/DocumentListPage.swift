/// A page of a collection.
public struct DocumentListPage: Sendable, Equatable {
  /// A document of a listing.
  public struct Entry: Sendable, Equatable {
    /// The identifier in the collection.
    public let id: String
    /// The document; nil for a missing document with subcollections.
    public let document: StoredDocument?

    /// Creates an entry.
    public init(id: String, document: StoredDocument?) {
      self.id = id
      self.document = document
    }
  }

  /// The documents, in the order of their identifiers.
  public let entries: [Entry]
  /// A Boolean value indicating whether there are more entries.
  public let hasMore: Bool

  /// Creates a page.
  public init(entries: [Entry], hasMore: Bool) {
    self.entries = entries
    self.hasMore = hasMore
  }
}
