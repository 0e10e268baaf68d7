#if Network
import SwiftProtobuf
package import TaneCore
package import TaneFirestoreMessages

extension DocumentQuery {
  /// Creates a query from a structured query below a document or the root.
  package init(
    _ message: ProtoStructuredQuery,
    below parent: DocumentPath,
    of database: DocumentDatabaseName
  ) throws(WireError) {
    let reader = QueryReader(database: database)
    self = try reader.query(
      below: parent,
      of: message.from.map { source in
        (source.collectionID.isEmpty ? nil : source.collectionID, source.allDescendants)
      },
      filter: message.hasWhere ? try reader.filter(message.where) : nil,
      orders: try QueryReader.orders(message.orderBy),
      offset: Int(message.offset),
      limit: message.hasLimit ? Int(message.limit.value) : nil,
      start: try QueryReader.cursor(message.hasStartAt ? message.startAt : nil),
      end: try QueryReader.cursor(message.hasEndAt ? message.endAt : nil)
    )
  }

  /// Returns the fields that a query selects, or nil if it selects all.
  package static func selection(
    _ message: ProtoStructuredQuery
  ) throws(WireError) -> [FieldPath]? {
    guard message.hasSelect else { return nil }
    return try DocumentWrite.paths(message.select.fields.map(\.fieldPath))
      .filter { $0 != .documentName }
  }
}

extension QueryReader {
  fileprivate func filter(
    _ message: ProtoStructuredQuery.Filter
  ) throws(WireError) -> DocumentFilter {
    switch message.filterType {
    case .compositeFilter(let composite): return try filter(composite)
    case .fieldFilter(let field):
      let number = Int64(field.op.rawValue)
      let comparison = DocumentFilter.Comparison.operators.first { $0.number == number }
      guard let comparison else { throw .invalid("A field filter has no op.") }
      let path = try FieldPath(reading: field.field.fieldPath)
      return .field(path, comparison.value, try operand(DocumentValue(field.value), for: path))
    case .unaryFilter(let unary):
      let number = Int64(unary.op.rawValue)
      let test = DocumentFilter.Test.operators.first { $0.number == number }
      guard let test else { throw .invalid("A unary filter has no op.") }
      return .test(try FieldPath(reading: unary.field.fieldPath), test.value)
    case nil:
      throw .invalid("A filter has neither compositeFilter, fieldFilter nor unaryFilter.")
    }
  }

  private func filter(
    _ composite: ProtoStructuredQuery.CompositeFilter
  ) throws(WireError) -> DocumentFilter {
    var filters: [DocumentFilter] = []
    for message in composite.filters { filters.append(try filter(message)) }
    guard !filters.isEmpty else { throw .invalid("A composite filter has no filters.") }
    switch composite.op {
    case .and: return .all(filters)
    case .or: return .any(filters)
    default: throw .invalid("A composite filter has no op.")
    }
  }

  fileprivate static func orders(
    _ messages: [ProtoStructuredQuery.Order]
  ) throws(WireError) -> [DocumentQuery.Order] {
    var orders: [DocumentQuery.Order] = []
    for message in messages {
      let path = try FieldPath(reading: message.field.fieldPath)
      orders.append(DocumentQuery.Order(path, isDescending: message.direction == .descending))
    }
    return orders
  }

  fileprivate static func cursor(
    _ message: ProtoCursor?
  ) throws(WireError) -> DocumentQuery.Cursor? {
    guard let message else { return nil }
    return DocumentQuery.Cursor(
      values: try DocumentValue.list(message.values),
      isBefore: message.before
    )
  }
}
#endif
