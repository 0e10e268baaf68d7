import SwiftProtobuf
import TaneFirestoreMessages

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A request with a consistency selector.
///
/// The generated messages have the same members but no common type.
protocol ConsistentRequest {
  associatedtype Selector: ConsistencySelector
  var consistencySelector: Selector? { get }
  var transaction: Data { get }
  var newTransaction: ProtoTransactionOptions { get }
}

/// The cases that the messages' consistency selectors share, apart from reads at an earlier time.
protocol ConsistencySelector: Equatable {
  static func transaction(_ id: Data) -> Self
  static func newTransaction(_ options: ProtoTransactionOptions) -> Self
}

extension ProtoBatchGetDocumentsRequest: ConsistentRequest {}
extension ProtoBatchGetDocumentsRequest.OneOf_ConsistencySelector: ConsistencySelector {}
extension ProtoRunQueryRequest: ConsistentRequest {}
extension ProtoRunQueryRequest.OneOf_ConsistencySelector: ConsistencySelector {}
extension ProtoRunAggregationQueryRequest: ConsistentRequest {}
extension ProtoRunAggregationQueryRequest.OneOf_ConsistencySelector: ConsistencySelector {}

extension ReadConsistency {
  /// Parses the consistency selector of a request.
  init(_ request: some ConsistentRequest) throws(GoogleFailure) {
    switch request.consistencySelector {
    case nil: self = .latest
    case .transaction(request.transaction): self = .transaction(Array(request.transaction))
    case .newTransaction(request.newTransaction):
      self = .newTransaction(isReadOnly: try request.newTransaction.isReadOnly())
    default: throw FirestoreCall.readTimeIsNotServed
    }
  }
}
