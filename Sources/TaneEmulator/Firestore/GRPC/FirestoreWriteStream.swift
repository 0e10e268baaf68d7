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

/// A Write stream, on which apps send a handshake and then one commit after another.
///
/// Every response has a token; the next request contains the token to acknowledge the response.
/// When a stream breaks, the client resends unacknowledged writes on the next stream.
struct FirestoreWriteStream {
  let service: FirestoreService

  func run(_ grpc: GRPCCall) async throws {
    var call: FirestoreCall?
    var responseCount: UInt64 = 0
    for await bytes in grpc.requests {
      let request: ProtoWriteRequest = try GRPCCall.read(bytes)
      guard let call else {
        call = try begin(request)
        responseCount += 1
        try await grpc.send([Self.response(responseCount) { $0.streamID = streamID(for: request) }])
        continue
      }
      try call.check(request.database, of: "Write")
      try check(request.streamToken, responseCount)
      responseCount += 1
      // A request without writes acknowledges all responses.
      guard !request.writes.isEmpty else {
        try await grpc.send([Self.response(responseCount) { _ in }])
        continue
      }
      // A client that does not receive the response to a completed write would resend the write.
      try await grpc.delayingShutdown {
        let commit = try await call.commit(
          request.writes.map { try DocumentWrite($0, of: call.database) },
          in: nil
        )
        let response = Self.response(responseCount) { response in
          response.writeResults = commit.results.map(\.message)
          response.commitTime = commit.time.message
        }
        try await grpc.send([response])
      }
    }
  }

  private func begin(_ request: ProtoWriteRequest) throws(GoogleFailure) -> FirestoreCall {
    guard request.writes.isEmpty else {
      throw .invalid("The first request of a Write stream must not contain writes.")
    }
    return try service.call(named: request.database)
  }

  private func streamID(for request: ProtoWriteRequest) -> String {
    request.streamID.isEmpty ? service.makeIdentifier() : request.streamID
  }

  private static func response(
    _ number: UInt64,
    _ more: (inout ProtoWriteResponse) -> Void
  ) -> ProtoWriteResponse {
    .with { response in
      response.streamToken = Data(token(number))
      more(&response)
    }
  }

  /// Throws unless the token is from a response of this stream.
  private func check(_ token: Data, _ responseCount: UInt64) throws(GoogleFailure) {
    guard token.count == 8 else { throw Self.unknownToken }
    let number = token.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard (1...responseCount).contains(number) else { throw Self.unknownToken }
  }

  private static let unknownToken = GoogleFailure.invalid(
    "The stream_token is not from this stream; expected one from its responses."
  )

  private static func token(_ number: UInt64) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}
#endif
