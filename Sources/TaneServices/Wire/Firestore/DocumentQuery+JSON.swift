package import TaneCore

/// The JSON format of queries in the Firestore REST API.
///
/// See <https://cloud.google.com/firestore/docs/reference/rest/v1/StructuredQuery>.
extension DocumentQuery {
  /// Returns the structured query; if `withFields` is false, it selects only names.
  package func json(of database: DocumentDatabaseName, withFields: Bool) -> TreeLiteral {
    let orders = explicitOrders
    var entries: [(String, TreeLiteral)] = [("from", [source])]
    if !withFields { entries.append(("select", ["fields": [FieldPath.documentName.json]])) }
    if let filter { entries.append(("where", filter.json(of: database))) }
    if !orders.isEmpty { entries.append(("orderBy", .list(orders.map(\.json)))) }
    if let start { entries.append(("startAt", start.json(in: database, orderedBy: allOrders))) }
    if let end { entries.append(("endAt", end.json(in: database, orderedBy: allOrders))) }
    if offset > 0 { entries.append(("offset", .integer(Int64(offset)))) }
    if let limit { entries.append(("limit", .integer(Int64(limit)))) }
    return .map(entries)
  }

  /// The query's orders, followed by the implicit orders that its cursors need, which the service
  /// does not add itself.
  var explicitOrders: [Order] {
    let counts = [orders.count, start?.values.count ?? 0, end?.values.count ?? 0]
    return Array(allOrders.prefix(counts.max() ?? 0))
  }

  private var source: TreeLiteral {
    var source: [(String, TreeLiteral)] = [("allDescendants", .bool(includesDescendants))]
    if let collectionID { source.append(("collectionId", .string(collectionID))) }
    return .map(source)
  }
}

extension DocumentQuery.Order {
  fileprivate var json: TreeLiteral {
    ["field": path.json, "direction": isDescending ? "DESCENDING" : "ASCENDING"]
  }
}

extension DocumentQuery.Cursor {
  fileprivate func json(
    in database: DocumentDatabaseName,
    orderedBy orders: [DocumentQuery.Order]
  ) -> TreeLiteral {
    let values = zip(values, orders).map { $0.operand(for: $1.path, of: database).json }
    return ["values": .list(values), "before": .bool(isBefore)]
  }
}

extension DocumentFilter {
  fileprivate func json(of database: DocumentDatabaseName) -> TreeLiteral {
    switch self {
    case .all(let filters): Self.composite("AND", filters, database)
    case .any(let filters): Self.composite("OR", filters, database)
    case .test(let path, let test): Self.unary(path, test)
    case .field(let path, let comparison, let operand):
      [
        "fieldFilter": [
          "field": path.json, "op": .string(Self.name(of: comparison, in: Comparison.operators)),
          "value": operand.operand(for: path, of: database).json,
        ]
      ]
    }
  }

  private static func composite(
    _ name: TreeLiteral,
    _ filters: [DocumentFilter],
    _ database: DocumentDatabaseName
  ) -> TreeLiteral {
    ["compositeFilter": ["op": name, "filters": .list(filters.map { $0.json(of: database) })]]
  }

  private static func unary(_ path: FieldPath, _ test: Test) -> TreeLiteral {
    ["unaryFilter": ["field": path.json, "op": .string(name(of: test, in: Test.operators))]]
  }

  private static func name<Operator: Equatable>(
    of value: Operator,
    in operators: [(name: String, number: Int64, value: Operator)]
  ) -> String {
    operators.first { $0.value == value }?.name ?? ""
  }
}

extension FieldPath {
  /// The path as an API field reference.
  fileprivate var json: TreeLiteral { ["fieldPath": .string(description)] }
}

extension DocumentValue {
  /// Returns the value for a comparison with a field; paths of documents become full names.
  func operand(
    for path: FieldPath,
    of database: DocumentDatabaseName
  ) -> DocumentValue {
    guard path == .documentName else { return self }
    switch self {
    case .reference(let text): return .reference(database.name(of: DocumentPath(parsing: text)))
    case .array(let values): return .array(values.map { $0.operand(for: path, of: database) })
    default: return self
    }
  }
}
