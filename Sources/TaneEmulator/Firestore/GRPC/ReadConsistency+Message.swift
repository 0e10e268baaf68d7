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

/// A request with a consistency selector.
///
/// The generated messages have the same members but no common type.
protocol ConsistentRequest {
  associatedtype Selector: ConsistencySelector
  var consistencySelector: Selector? { get }
  var transaction: Data { get }
  var newTransaction: ProtoTransactionOptions { get }
  var readTime: Google_Protobuf_Timestamp { get }
}

extension ConsistentRequest {
  /// The default for requests that cannot begin a transaction.
  var newTransaction: ProtoTransactionOptions { ProtoTransactionOptions() }
}

/// A consistency selector, with the cases that the selectors of all messages have.
protocol ConsistencySelector: Equatable {
  static func transaction(_ id: Data) -> Self
  static func readTime(_ time: Google_Protobuf_Timestamp) -> Self
}

extension ProtoGetDocumentRequest: ConsistentRequest {}
extension ProtoGetDocumentRequest.OneOf_ConsistencySelector: ConsistencySelector {}
extension ProtoListDocumentsRequest: ConsistentRequest {}
extension ProtoListDocumentsRequest.OneOf_ConsistencySelector: ConsistencySelector {}
extension ProtoBatchGetDocumentsRequest: ConsistentRequest {}
extension ProtoBatchGetDocumentsRequest.OneOf_ConsistencySelector: ConsistencySelector {}
extension ProtoRunQueryRequest: ConsistentRequest {}
extension ProtoRunQueryRequest.OneOf_ConsistencySelector: ConsistencySelector {}
extension ProtoRunAggregationQueryRequest: ConsistentRequest {}
extension ProtoRunAggregationQueryRequest.OneOf_ConsistencySelector: ConsistencySelector {}

extension ReadConsistency {
  /// Parses the consistency selector of a request.
  init(_ request: some ConsistentRequest) throws(WireError) {
    switch request.consistencySelector {
    case nil: self = .latest
    case .transaction(request.transaction): self = .transaction(Array(request.transaction))
    case .readTime(request.readTime):
      self = .time(try DocumentTimestamp(exactly: request.readTime))
    default: self = .newTransaction(try request.newTransaction.transactionMode())
    }
  }
}
#endif
