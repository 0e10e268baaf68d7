public import Foundation
import TaneCore

/// An aggregation over the documents of a query, with the API of the Firebase iOS SDK.
public struct AggregateField: Sendable, Hashable {
  private enum Kind: Hashable {
    case count
    case sum
    case average
  }

  private let kind: Kind
  private let field: String

  /// Returns an aggregation that counts the documents.
  public static func count() -> AggregateField { AggregateField(kind: .count, field: "") }

  /// Returns an aggregation that adds up a field's numbers; other values are ignored.
  public static func sum(_ field: String) -> AggregateField {
    AggregateField(kind: .sum, field: field)
  }

  /// Returns an aggregation that averages a field's numbers; the result is `NSNull` if there are
  /// none.
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

/// The place where an aggregation is computed.
public enum AggregateSource: Sendable, Hashable {
  /// The service, which returns only the results, not the documents.
  case server
}

/// A query that returns aggregations instead of documents.
public struct AggregateQuery: Sendable {
  /// The query whose documents are aggregated.
  public let query: Query
  private let fields: [AggregateField]

  init(_ query: Query, _ fields: [AggregateField]) {
    (self.query, self.fields) = (query, fields)
  }

  /// Runs the aggregations, and returns their results.
  ///
  /// ```swift
  /// let count = try await firestore.collection("posts").count.getAggregation(source: .server).count
  /// ```
  public func getAggregation(source: AggregateSource) async throws -> AggregateQuerySnapshot {
    _ = try query.firestore.service.get()
    let stored = try query.draft.storedQuery()
    await query.firestore.calls.waitForChanges()
    let aggregations = try fields.map { try $0.aggregation() }
    if let violation = stored.violation(aggregating: aggregations) {
      throw FirestoreError(.invalidArgument, "\(query.draft): \(violation)")
    }
    let values = try await query.firestore.performing {
      try await $0.reader.values(of: aggregations, matching: stored)
    }
    return AggregateQuerySnapshot(query: self, values: Dictionary(zip(fields, values)) { $1 })
  }

  /// Runs the aggregations, and calls a block on the main queue with the result or the error.
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

/// The results of an aggregation query.
public struct AggregateQuerySnapshot: Sendable {
  /// The query that returned the results.
  public let query: AggregateQuery
  private let values: [AggregateField: DocumentValue]

  init(query: AggregateQuery, values: [AggregateField: DocumentValue]) {
    (self.query, self.values) = (query, values)
  }

  /// The number of documents, or 0 if it was not requested.
  public var count: NSNumber { self.get(.count()) as? NSNumber ?? 0 }

  /// Returns the value of an aggregation: nil if it was not requested, or `NSNull` for an average
  /// over no numbers.
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
  /// A query that counts the selected documents.
  public var count: AggregateQuery { AggregateQuery(self, [.count()]) }

  /// Returns a query of aggregations over the selected documents.
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
