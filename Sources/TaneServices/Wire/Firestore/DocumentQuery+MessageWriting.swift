#if Network
import SwiftProtobuf
package import TaneCore
package import TaneFirestoreMessages

extension DocumentQuery {
  /// Returns the structured query as a Firestore gRPC message.
  package func message(of database: DocumentDatabaseName) -> ProtoStructuredQuery {
    .with { message in
      message.from = [
        .with { source in
          source.collectionID = collectionID ?? ""
          source.allDescendants = includesDescendants
        }
      ]
      if let filter { message.where = filter.message(of: database) }
      message.orderBy = explicitOrders.map(\.message)
      if let start { message.startAt = start.message(in: database, orderedBy: allOrders) }
      if let end { message.endAt = end.message(in: database, orderedBy: allOrders) }
      message.offset = Int32(clamping: offset)
      if let limit { message.limit = .with { $0.value = Int32(clamping: limit) } }
    }
  }
}

extension DocumentQuery.Order {
  fileprivate var message: ProtoStructuredQuery.Order {
    .with { message in
      message.field = path.message
      message.direction = isDescending ? .descending : .ascending
    }
  }
}

extension DocumentQuery.Cursor {
  fileprivate func message(
    in database: DocumentDatabaseName,
    orderedBy orders: [DocumentQuery.Order]
  ) -> ProtoCursor {
    .with { message in
      message.values = zip(values, orders).map { $0.operand(for: $1.path, of: database).message }
      message.before = isBefore
    }
  }
}

extension DocumentFilter {
  fileprivate func message(of database: DocumentDatabaseName) -> ProtoStructuredQuery.Filter {
    .with { message in
      switch self {
      case .all(let filters):
        message.compositeFilter = Self.compositeMessage(.and, filters, database)
      case .any(let filters):
        message.compositeFilter = Self.compositeMessage(.or, filters, database)
      case .test(let path, let test):
        let number = Test.operators.first { $0.value == test }?.number ?? 0
        message.unaryFilter.field = path.message
        message.unaryFilter.op = .init(rawValue: Int(number)) ?? .unspecified
      case .field(let path, let comparison, let operand):
        let number = Comparison.operators.first { $0.value == comparison }?.number ?? 0
        message.fieldFilter.field = path.message
        message.fieldFilter.op = .init(rawValue: Int(number)) ?? .unspecified
        message.fieldFilter.value = operand.operand(for: path, of: database).message
      }
    }
  }

  private static func compositeMessage(
    _ op: ProtoStructuredQuery.CompositeFilter.Operator,
    _ filters: [DocumentFilter],
    _ database: DocumentDatabaseName
  ) -> ProtoStructuredQuery.CompositeFilter {
    .with { message in
      message.op = op
      message.filters = filters.map { $0.message(of: database) }
    }
  }
}

extension FieldPath {
  fileprivate var message: ProtoStructuredQuery.FieldReference {
    .with { $0.fieldPath = description }
  }
}
#endif
