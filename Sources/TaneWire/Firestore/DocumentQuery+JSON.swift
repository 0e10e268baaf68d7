package import TaneCore

/// Spells queries as Firestore's REST API does.
///
/// See <https://cloud.google.com/firestore/docs/reference/rest/v1/StructuredQuery>.
extension DocumentQuery {
  /// The structured query; one that selects names alone, where the fields are not needed.
  package func json(of database: DocumentDatabaseName, withFields: Bool) -> TreeLiteral {
    // What a cursor has values for is spelled out; the service knows no other orders there.
    let orders = start == nil && end == nil ? orders : allOrders
    var entries: [(String, TreeLiteral)] = [("from", [source])]
    if !withFields { entries.append(("select", ["fields": [FieldPath.documentName.json]])) }
    if let filter { entries.append(("where", filter.json(of: database))) }
    if !orders.isEmpty { entries.append(("orderBy", .list(orders.map(\.json)))) }
    if let start { entries.append(("startAt", start.json(of: database, allOrders))) }
    if let end { entries.append(("endAt", end.json(of: database, allOrders))) }
    if offset > 0 { entries.append(("offset", .integer(Int64(offset)))) }
    if let limit { entries.append(("limit", .integer(Int64(limit)))) }
    return .map(entries)
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
    of database: DocumentDatabaseName,
    _ orders: [DocumentQuery.Order]
  ) -> TreeLiteral {
    let values = zip(values, orders).map { $0.operand(for: $1.path, of: database).json }
    return ["values": .list(values), "before": .bool(isBefore)]
  }
}

extension DocumentFilter {
  fileprivate func json(of database: DocumentDatabaseName) -> TreeLiteral {
    switch withTests {
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

extension DocumentFilter {
  /// The filter as the service has it: nothing and not-a-number are tested, not compared.
  var withTests: DocumentFilter {
    switch self {
    case .field(let path, .equal, .null): .test(path, .isNull)
    case .field(let path, .notEqual, .null): .test(path, .isNotNull)
    case .field(let path, .equal, let operand) where operand.isNaN: .test(path, .isNaN)
    case .field(let path, .notEqual, let operand) where operand.isNaN: .test(path, .isNotNaN)
    default: self
    }
  }
}

extension FieldPath {
  /// The reference to the field.
  fileprivate var json: TreeLiteral { ["fieldPath": .string(description)] }
}

extension DocumentValue {
  /// The value as it is compared with a field: what a document's own name is compared with is its path
  /// here, and its full name there.
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
