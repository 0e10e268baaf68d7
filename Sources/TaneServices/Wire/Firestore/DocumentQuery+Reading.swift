package import TaneCore

extension DocumentQuery {
  /// Creates a query from a structured query below a document or the root.
  ///
  /// See <https://cloud.google.com/firestore/docs/reference/rest/v1/StructuredQuery>.
  package init(
    _ json: ProtocolJSON,
    below parent: DocumentPath,
    of database: DocumentDatabaseName
  ) throws(WireError) {
    let reader = QueryReader(database: database)
    var collections: [QueryReader.Collection] = []
    for source in try json.elements("from") {
      let includesDescendants = try source.flag("allDescendants") ?? false
      collections.append((try source.text("collectionId"), includesDescendants))
    }
    self = try reader.query(
      below: parent,
      of: collections,
      filter: try json["where"].map { json throws(WireError) in try reader.filter(json) },
      orders: try reader.orders(json),
      offset: try QueryReader.count(json, "offset") ?? 0,
      limit: try QueryReader.count(json, "limit"),
      start: try QueryReader.cursor(json["startAt"]),
      end: try QueryReader.cursor(json["endAt"])
    )
  }

  /// Returns the fields that a query selects, or nil if it selects all.
  package static func selection(_ json: ProtocolJSON) throws(WireError) -> [FieldPath]? {
    guard let select = json["select"] else { return nil }
    var paths: [FieldPath] = []
    for field in try select.elements("fields") {
      let path = try QueryReader.fieldPath(field)
      if path != .documentName { paths.append(path) }
    }
    return paths
  }
}

/// A parser for the parts of a structured query, shared by the JSON and message formats.
struct QueryReader {
  typealias Collection = (id: String?, includesDescendants: Bool)

  let database: DocumentDatabaseName

  /// Creates a query from its parts, and converts document names in cursors to paths.
  func query(
    below parent: DocumentPath,
    of collections: [Collection],
    filter: DocumentFilter?,
    orders: [DocumentQuery.Order],
    offset: Int,
    limit: Int?,
    start: DocumentQuery.Cursor?,
    end: DocumentQuery.Cursor?
  ) throws(WireError) -> DocumentQuery {
    guard collections.count <= 1 else {
      throw .invalid("A query can name only one collection; found \(collections.count).")
    }
    let collectionID = collections.first?.id
    if let collectionID, let violation = DocumentCheck.violation(inIdentifier: collectionID) {
      throw .invalid(violation)
    }
    var query = DocumentQuery(
      parent: parent,
      collectionID: collectionID,
      includesDescendants: collections.first?.includesDescendants ?? false,
      filter: filter,
      orders: orders,
      offset: offset,
      limit: limit
    )
    query.start = try cursor(start, orders)
    query.end = try cursor(end, orders)
    if let violation = query.violation { throw .invalid(violation) }
    return query
  }

  static func count(_ json: ProtocolJSON, _ name: String) throws(WireError) -> Int? {
    try json.number(name).map { Int(clamping: $0) }
  }

  static func fieldPath(_ json: ProtocolJSON?) throws(WireError) -> FieldPath {
    guard let text = try json?.text("fieldPath") else {
      throw .invalid("A field of the query has no fieldPath.")
    }
    return try FieldPath(reading: text)
  }

  func filter(_ json: ProtocolJSON) throws(WireError) -> DocumentFilter {
    if let composite = json["compositeFilter"] { return try compositeFilter(composite) }
    if let field = json["fieldFilter"] { return try fieldFilter(field) }
    if let unary = json["unaryFilter"] {
      let path = try Self.fieldPath(unary["field"])
      guard let test = try unary.choice("op", DocumentFilter.Test.operators) else {
        throw .invalid("A unary filter has no op.")
      }
      return .test(path, test)
    }
    throw json.unexpected("compositeFilter, fieldFilter or unaryFilter")
  }

  private func compositeFilter(_ json: ProtocolJSON) throws(WireError) -> DocumentFilter {
    var filters: [DocumentFilter] = []
    for element in try json.elements("filters") { filters.append(try filter(element)) }
    guard !filters.isEmpty else { throw .invalid("A composite filter has no filters.") }
    guard let isAnd = try json.choice("op", [("AND", 1, true), ("OR", 2, false)]) else {
      throw .invalid("A composite filter has no op.")
    }
    return isAnd ? .all(filters) : .any(filters)
  }

  private func fieldFilter(_ json: ProtocolJSON) throws(WireError) -> DocumentFilter {
    let path = try Self.fieldPath(json["field"])
    guard let comparison = try json.choice("op", DocumentFilter.Comparison.operators) else {
      throw .invalid("A field filter has no op.")
    }
    guard let json = json["value"] else { throw .invalid("A field filter has no value.") }
    return .field(path, comparison, try operand(json.value(), for: path))
  }

  /// Returns a value for a comparison; full names of documents become paths.
  func operand(
    _ value: DocumentValue,
    for path: FieldPath
  ) throws(WireError) -> DocumentValue {
    guard path == .documentName else { return value }
    switch value {
    case .reference(let name): return .reference(try database.documentPath(of: name).description)
    case .array(let elements):
      var operands: [DocumentValue] = []
      for element in elements { operands.append(try operand(element, for: path)) }
      return .array(operands)
    default: return value
    }
  }

  func orders(_ json: ProtocolJSON) throws(WireError) -> [DocumentQuery.Order] {
    var orders: [DocumentQuery.Order] = []
    for element in try json.elements("orderBy") {
      let isDescending = try element.choice(
        "direction",
        [("ASCENDING", 1, false), ("DESCENDING", 2, true)]
      )
      orders.append(
        DocumentQuery.Order(
          try Self.fieldPath(element["field"]),
          isDescending: isDescending ?? false
        )
      )
    }
    return orders
  }

  static func cursor(
    _ json: ProtocolJSON?
  ) throws(WireError) -> DocumentQuery.Cursor? {
    guard let json else { return nil }
    return DocumentQuery.Cursor(
      values: try json.values("values"),
      isBefore: try json.flag("before") ?? false
    )
  }

  private func cursor(
    _ cursor: DocumentQuery.Cursor?,
    _ orders: [DocumentQuery.Order]
  ) throws(WireError) -> DocumentQuery.Cursor? {
    guard let cursor else { return nil }
    // Unlike Tane's own queries, API queries have no cursor values for implicit orders.
    let count = cursor.values.count
    if let violation = DocumentQuery.violation(ofCursorWith: count, orders: orders.count) {
      throw .invalid(violation)
    }
    var values: [DocumentValue] = []
    for (value, order) in zip(cursor.values, orders) {
      values.append(try operand(value, for: order.path))
    }
    return DocumentQuery.Cursor(values: values, isBefore: cursor.isBefore)
  }
}

extension FieldPath {
  /// Parses a field path from a request.
  package init(reading text: String) throws(WireError) {
    guard let path = FieldPath(parsing: text) else {
      throw .invalid(
        "Invalid field path \"\(text.escapingControls)\": names that are not "
          + "[A-Za-z_][A-Za-z0-9_]* must be in backticks, with dots between them."
      )
    }
    if path != .documentName, let violation = DocumentCheck.violation(in: path) {
      throw .invalid(violation)
    }
    self = path
  }
}
