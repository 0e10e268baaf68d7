#if Network
import SwiftProtobuf
import TaneCore
import TaneFirestoreMessages
import TaneServices

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension FirestoreService {
  func batchGetDocuments(_ request: ProtoBatchGetDocumentsRequest) async throws -> [[UInt8]] {
    let call = try call(named: request.database)
    let mask = try DocumentWrite.mask(request.hasMask ? request.mask : nil)
    let paths = try request.documents.map(call.database.documentPath)
    let read = try await call.documents(at: paths, ReadConsistency(request))
    let header: [[UInt8]] =
      try read.newTransaction.map { id in
        [try ProtoBatchGetDocumentsResponse.with { $0.transaction = Data(id) }.serializedBytes()]
      } ?? []
    return header
      + read.found.map { path, document in
        // The fields `found`, `missing` and `read_time` of a `BatchGetDocumentsResponse`.
        var response = DocumentMessageWriter()
        if let document {
          response.write(document, of: call.database, mask: mask, field: 1)
        } else {
          response.write(call.database.name(of: path), field: 2)
        }
        response.write(read.time, field: 4)
        return response.bytes
      }
  }

  func runQuery(_ request: ProtoRunQueryRequest) async throws -> [[UInt8]] {
    try rejectExplainOptions(isGiven: request.hasExplainOptions)
    let (call, parent) = try callAndPath(of: request.parent)
    let query = try query(request.structuredQuery, below: parent, call)
    let mask = try DocumentQuery.selection(request.structuredQuery)
    let read = try await call.documents(matching: query, ReadConsistency(request))
    let header: [[UInt8]] =
      try read.newTransaction.map { id in
        [try ProtoRunQueryResponse.with { $0.transaction = Data(id) }.serializedBytes()]
      } ?? []
    let found = read.found.isEmpty ? [nil] : read.found.map(Optional.some)
    return header
      + found.map { document in
        // The fields `document` and `read_time` of a `RunQueryResponse`.
        var response = DocumentMessageWriter()
        if let document { response.write(document, of: call.database, mask: mask, field: 1) }
        response.write(read.time, field: 3)
        return response.bytes
      }
  }

  func runAggregationQuery(
    _ request: ProtoRunAggregationQueryRequest
  ) async throws -> [ProtoRunAggregationQueryResponse] {
    try rejectExplainOptions(isGiven: request.hasExplainOptions)
    let (call, parent) = try callAndPath(of: request.parent)
    let aggregationQuery = request.structuredAggregationQuery
    let query = try query(aggregationQuery.structuredQuery, below: parent, call)
    let aggregations = try aggregationQuery.aggregations.map { message in
      (alias: message.alias, aggregation: try DocumentAggregation(message))
    }
    let read = try await call.aggregate(
      aggregations,
      of: query,
      selecting: DocumentQuery.selection(aggregationQuery.structuredQuery),
      ReadConsistency(request)
    )
    let header = read.newTransaction.map { id in
      [ProtoRunAggregationQueryResponse.with { $0.transaction = Data(id) }]
    }
    let result = ProtoRunAggregationQueryResponse.with { response in
      for (alias, value) in read.found { response.result.aggregateFields[alias] = value.message }
      response.readTime = read.time.message
    }
    return (header ?? []) + [result]
  }

  /// Returns no partition points, because reading the whole query in one request is just as fast.
  func partitionQuery(
    _ request: ProtoPartitionQueryRequest
  ) async throws -> ProtoPartitionQueryResponse {
    let (call, parent) = try callAndPath(of: request.parent)
    _ = try query(request.structuredQuery, below: parent, call)
    return ProtoPartitionQueryResponse()
  }

  func listCollectionIDs(
    _ request: ProtoListCollectionIdsRequest
  ) async throws -> ProtoListCollectionIdsResponse {
    let (call, parent) = try callAndPath(of: request.parent)
    guard request.consistencySelector == nil else { throw FirestoreCall.noEarlierCollections }
    let (ids, next) = try await call.collectionIDs(
      below: parent,
      pageSize: Int(request.pageSize),
      pageToken: request.pageToken
    )
    return .with { response in
      response.collectionIds = ids
      response.nextPageToken = next ?? ""
    }
  }

  /// Parses a query below a document or the root.
  func query(
    _ message: ProtoStructuredQuery,
    below parent: DocumentPath,
    _ call: FirestoreCall
  ) throws -> DocumentQuery {
    try call.checkQueryParent(parent)
    if message.hasFindNearest { throw FirestoreCall.findNearest }
    return try DocumentQuery(message, below: parent, of: call.database)
  }

  private func rejectExplainOptions(isGiven: Bool) throws(GoogleFailure) {
    guard isGiven else { return }
    throw GoogleFailure(
      .unimplemented,
      "Explained queries are not supported: omit explain_options."
    )
  }
}

extension DocumentAggregation {
  fileprivate init(_ message: ProtoStructuredAggregationQuery.Aggregation) throws {
    switch message.operator {
    case .count(let count):
      let maximum = count.hasUpTo ? count.upTo.value : nil
      guard maximum ?? 0 >= 0 else {
        throw GoogleFailure.invalid("The up_to of a count must not be negative.")
      }
      self = .count(upTo: maximum.map { Int(clamping: $0) })
    case .sum(let sum): self = .sum(try FieldPath(reading: sum.field.fieldPath))
    case .avg(let average): self = .average(try FieldPath(reading: average.field.fieldPath))
    case nil: throw GoogleFailure.invalid("An aggregation must have a count, a sum or an avg.")
    }
  }
}
#endif
