/// A structured Firestore query that returns documents in a defined order.
///
/// A document's own name is compared as a reference to its path below the root.
///
/// See <https://cloud.google.com/firestore/docs/reference/rest/v1/StructuredQuery>.
public struct DocumentQuery: Sendable, Equatable {
  /// A sort order by a field.
  package struct Order: Sendable, Hashable {
    /// The field, or `FieldPath.documentName`.
    package let path: FieldPath
    /// A Boolean value indicating whether the order is descending.
    package let isDescending: Bool

    package init(_ path: FieldPath, isDescending: Bool = false) {
      self.path = path
      self.isDescending = isDescending
    }
  }

  /// A position in the query's order, before or after all documents with certain values.
  package struct Cursor: Sendable, Equatable {
    /// The values of the first fields in the query's order.
    package let values: [DocumentValue]
    /// A Boolean value indicating whether the position is before the documents with these values.
    package let isBefore: Bool

    package init(values: [DocumentValue], isBefore: Bool) {
      self.values = values
      self.isBefore = isBefore
    }
  }

  /// The path of the document that contains the collections, or the root.
  package var parent: DocumentPath
  /// The identifier of the collections, or nil to include all collections.
  package var collectionID: String?
  /// A Boolean value indicating whether collections at any depth are included: a collection group.
  package var includesDescendants: Bool
  /// The filter, or nil to select all documents.
  package var filter: DocumentFilter?
  /// The explicit orders.
  package var orders: [Order]
  /// The start of the results, or nil to begin with the first document.
  package var start: Cursor?
  /// The end of the results, or nil to end with the last document.
  package var end: Cursor?
  /// The number of documents to skip at the beginning.
  package var offset: Int
  /// The maximum number of documents, or nil for no limit.
  package var limit: Int?

  package init(
    parent: DocumentPath = .root,
    collectionID: String?,
    includesDescendants: Bool = false,
    filter: DocumentFilter? = nil,
    orders: [Order] = [],
    start: Cursor? = nil,
    end: Cursor? = nil,
    offset: Int = 0,
    limit: Int? = nil
  ) {
    self.parent = parent
    self.collectionID = collectionID
    self.includesDescendants = includesDescendants
    self.filter = filter
    self.orders = orders
    self.start = start
    self.end = end
    self.offset = offset
    self.limit = limit
  }

  /// The explicit and implicit orders.
  ///
  /// The implicit orders are by the fields of inequalities, then by the document's name, all in the
  /// direction of the last explicit order.
  package var allOrders: [Order] {
    let isDescending = orders.last?.isDescending ?? false
    let inequalities = Set((filter?.leaves ?? []).compactMap(\.inequalityPath))
    let missing = inequalities.sorted().filter { path in
      path != .documentName && !orders.contains { $0.path == path }
    }
    var all = orders + missing.map { Order($0, isDescending: isDescending) }
    if !all.contains(where: { $0.path == .documentName }) {
      all.append(Order(.documentName, isDescending: isDescending))
    }
    return all
  }
}
