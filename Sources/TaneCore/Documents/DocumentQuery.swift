/// A query for documents in an order: a structured query of Firestore.
///
/// A document's own name is compared as a reference of its path below the root.
///
/// See <https://cloud.google.com/firestore/docs/reference/rest/v1/StructuredQuery>.
public struct DocumentQuery: Sendable, Equatable {
  /// An order of documents by a field.
  public struct Order: Sendable, Hashable {
    /// The field, or `FieldPath.documentName`.
    public let path: FieldPath
    /// A Boolean value indicating whether the greatest value comes first.
    public let isDescending: Bool

    /// Creates an order.
    public init(_ path: FieldPath, isDescending: Bool = false) {
      self.path = path
      self.isDescending = isDescending
    }
  }

  /// A position in the order of the documents: before or after all that have these values.
  public struct Cursor: Sendable, Equatable {
    /// The values for the first orders.
    public let values: [DocumentValue]
    /// A Boolean value indicating whether the position is before the documents that have the
    /// values.
    public let isBefore: Bool

    /// Creates a cursor.
    public init(values: [DocumentValue], isBefore: Bool) {
      self.values = values
      self.isBefore = isBefore
    }
  }

  /// The path of the document, or the root, that contains the collections.
  public var parent: DocumentPath
  /// The identifier of the collections; nil for all collections.
  public var collectionID: String?
  /// A Boolean value indicating whether collections at any depth are included: a collection group.
  public var includesDescendants: Bool
  /// The filter; nil for all documents.
  public var filter: DocumentFilter?
  /// The explicit orders.
  public var orders: [Order]
  /// The start of the results, or nil to begin with the first document.
  public var start: Cursor?
  /// The end of the results, or nil to end with the last document.
  public var end: Cursor?
  /// The number of documents to skip at the beginning.
  public var offset: Int
  /// The maximum number of documents, or nil for all.
  public var limit: Int?

  /// Creates a query.
  public init(
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
  public var allOrders: [Order] {
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
