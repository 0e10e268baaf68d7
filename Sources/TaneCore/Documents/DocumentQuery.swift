/// Which documents to read, and in what order: Firestore's structured queries.
///
/// What is compared with a document's own name is a reference of its path below the root.
///
/// See <https://cloud.google.com/firestore/docs/reference/rest/v1/StructuredQuery>.
public struct DocumentQuery: Sendable, Equatable {
  /// What documents are ordered by.
  public struct Order: Sendable, Hashable {
    /// The field, or the document's own name.
    public let path: FieldPath
    /// Whether the greatest comes first.
    public let isDescending: Bool

    /// Creates an order.
    public init(_ path: FieldPath, isDescending: Bool = false) {
      self.path = path
      self.isDescending = isDescending
    }
  }

  /// A place in the order of the documents: before or after all that have these values.
  public struct Cursor: Sendable, Equatable {
    /// A value for each of the first orders.
    public let values: [DocumentValue]
    /// Whether the place is before the documents that have the values.
    public let isBefore: Bool

    /// Creates a place.
    public init(values: [DocumentValue], isBefore: Bool) {
      self.values = values
      self.isBefore = isBefore
    }
  }

  /// The document, or the root, below which the collections lie.
  public var parent: DocumentPath
  /// The identifier of the collections; nil for all.
  public var collectionID: String?
  /// Whether collections at any depth are meant: a collection group.
  public var includesDescendants: Bool
  /// Which documents are selected; nil for all.
  public var filter: DocumentFilter?
  /// The orders that were asked for.
  public var orders: [Order]
  /// Where the documents begin, if not with the first.
  public var start: Cursor?
  /// Where the documents end, if not with the last.
  public var end: Cursor?
  /// How many documents are left out at the beginning.
  public var offset: Int
  /// How many documents at the most.
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

  /// The orders that were asked for, and those that follow from the query: by the fields of
  /// inequalities, then by the document's name, all in the last direction asked for.
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
