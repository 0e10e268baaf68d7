public import Foundation
import TaneCore

/// A number that is made of all documents of a query, in the shape of Firebase's own iOS SDK.
public struct AggregateField: Sendable, Hashable {
  private enum Kind: Hashable {
    case count
    case sum
    case average
  }

  private let kind: Kind
  private let field: String

  /// Returns the field for the number of documents.
  public static func count() -> AggregateField { AggregateField(kind: .count, field: "") }

  /// The sum of a field's numbers; others do not count.
  public static func sum(_ field: String) -> AggregateField {
    AggregateField(kind: .sum, field: field)
  }

  /// The mean of a field's numbers; null where there are none.
  public static func average(_ field: String) -> AggregateField {
    AggregateField(kind: .average, field: field)
  }

  fileprivate func aggregation() throws -> DocumentAggregation {
    switch kind {
    case .count: .count(upTo: nil)
    case .sum: .sum(try path())
    case .average: .average(try path())
    }
  }

  private func path() throws -> FieldPath {
    guard let path = FieldPath(parsing: field) else {
      throw FirestoreError(.invalidArgument, "\"\(field)\" is not the path of a field.")
    }
    return path
  }
}

/// The source of an aggregation.
public enum AggregateSource: Sendable, Hashable {
  /// By the service.
  case server
}

/// Numbers to be made of all documents of a query, which are not read for that.
public struct AggregateQuery: Sendable {
  /// The query.
  public let query: Query
  private let fields: [AggregateField]

  init(_ query: Query, _ fields: [AggregateField]) {
    (self.query, self.fields) = (query, fields)
  }

  /// Has the numbers made.
  ///
  /// ```swift
  /// let count = try await firestore.collection("posts").count.getAggregation(source: .server).count
  /// ```
  public func getAggregation(source: AggregateSource) async throws -> AggregateQuerySnapshot {
    _ = try query.firestore.service.get()
    let stored = try query.draft.storedQuery()
    await query.firestore.calls.waitForChanges()
    let aggregations = try fields.map { try $0.aggregation() }
    let values = try await query.firestore.performing {
      try await $0.reader.values(of: aggregations, matching: stored)
    }
    return AggregateQuerySnapshot(query: self, values: Dictionary(zip(fields, values)) { $1 })
  }

  /// Has the numbers made, and calls a block on the main queue with them or the error.
  public func getAggregation(
    source: AggregateSource,
    completion: @escaping (AggregateQuerySnapshot?, (any Error)?) -> Void
  ) {
    query.firestore.calls.read(
      { try await getAggregation(source: source) },
      then: MainQueueBlock { completion($0.success, $0.failure) }
    )
  }
}

/// Numbers that were made of a query's documents.
public struct AggregateQuerySnapshot: Sendable {
  /// The query of the aggregation.
  public let query: AggregateQuery
  private let values: [AggregateField: DocumentValue]

  init(query: AggregateQuery, values: [AggregateField: DocumentValue]) {
    (self.query, self.values) = (query, values)
  }

  /// The number of documents, or 0 if the query did not ask for it.
  public var count: NSNumber { self.get(.count()) as? NSNumber ?? 0 }

  /// A number that was asked for; nil for another one, and `NSNull` for the mean of nothing.
  public func get(_ aggregateField: AggregateField) -> Any? {
    switch values[aggregateField] {
    case .integer(let number): NSNumber(value: number)
    case .double(let number): NSNumber(value: number)
    case .some: NSNull()
    case nil: nil
    }
  }
}

extension Query {
  /// The query for the number of selected documents, which does not read them.
  public var count: AggregateQuery { AggregateQuery(self, [.count()]) }

  /// Numbers to be made of the documents that are selected.
  ///
  /// ```swift
  /// let total = AggregateField.sum("price")
  /// let snapshot = try await orders.aggregate([total, .count()]).getAggregation(source: .server)
  /// print(snapshot.get(total) ?? 0)
  /// ```
  public func aggregate(_ aggregateFields: [AggregateField]) -> AggregateQuery {
    AggregateQuery(self, aggregateFields)
  }
}
