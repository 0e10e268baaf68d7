import SwiftProtobuf
import TaneServices
import Testing

@testable import TaneEmulator

/// A call of a service over gRPC, without a network between.
final class TestCall: Sendable {
  /// The call has ended.
  struct Ended: Error {}

  private let requests = MessageQueue()
  private let responses = MessageQueue()
  private let task: Task<GoogleFailure?, Never>

  init(_ service: any GRPCService, _ method: String) {
    let (requests, responses) = (requests, responses)
    let call = GRPCCall(method: method, requests: requests) { frames in
      var framing = GRPCFraming(limit: .max)
      for message in try framing.take(frames) { responses.add(message) }
    }
    task = Task {
      defer { responses.finish() }
      do {
        try await service.answer(call)
        return nil
      } catch {
        return GoogleFailure(error)
      }
    }
  }

  func send(_ message: some Message) throws {
    requests.answer(try message.serializedBytes())
  }

  /// The next answer.
  func next<Response: Message>() async throws -> Response {
    let iterator = responses.makeAsyncIterator()
    guard let bytes = await iterator.next() else { throw Ended() }
    return try Response(serializedBytes: bytes)
  }

  /// Sends no more, and returns why the call failed, if it did.
  @discardableResult
  func end() async -> GoogleFailure? {
    requests.finish()
    return await task.value
  }

  /// Breaks off, as a client does that leaves.
  func cancel() async {
    task.cancel()
    _ = await task.value
  }

  /// Why the call failed, if it did, once it has ended by itself.
  func failure() async -> GoogleFailure? { await task.value }
}
