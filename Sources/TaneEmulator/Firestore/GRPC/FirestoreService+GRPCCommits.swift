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
  func commit(_ request: ProtoCommitRequest) async throws -> ProtoCommitResponse {
    let call = try call(named: request.database)
    let commit = try await call.commit(
      request.writes.map { try DocumentWrite($0, of: call.database) },
      in: request.transaction.isEmpty ? nil : Array(request.transaction)
    )
    return .with { response in
      response.writeResults = commit.results.map(\.message)
      response.commitTime = commit.time.message
    }
  }

  func batchWrite(_ request: ProtoBatchWriteRequest) async throws -> ProtoBatchWriteResponse {
    let call = try call(named: request.database)
    let results = try await call.batchWrite(
      request.writes.map { try DocumentWrite($0, of: call.database) }
    )
    return .with { response in
      for result in results {
        switch result {
        case .success(let result):
          response.writeResults.append(result.message)
          response.status.append(ProtoStatus())
        case .failure(let failure):
          response.writeResults.append(ProtoWriteResult())
          response.status.append(failure.statusMessage)
        }
      }
    }
  }

  func beginTransaction(
    _ request: ProtoBeginTransactionRequest
  ) async throws -> ProtoBeginTransactionResponse {
    let call = try call(named: request.database)
    let id = try call.begin(request.options.transactionMode())
    return .with { $0.transaction = Data(id) }
  }

  func rollback(_ request: ProtoRollbackRequest) async throws -> Google_Protobuf_Empty {
    try call(named: request.database).rollback(Array(request.transaction))
    return Google_Protobuf_Empty()
  }
}
#endif
