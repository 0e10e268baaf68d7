import SwiftProtobuf
import TaneServices
import Testing

@testable import TaneEmulator

/// A gRPC call of a service, without a network.
final class TestCall: Sendable {
  /// An error that is thrown when the call has ended.
  struct Ended: Error {}

  private let requests = MessageQueue()
  private let responses = MessageQueue()
  private let task: Task<GoogleFailure?, Never>

  init(_ service: any GRPCService, _ method: String) {
    let (requests, responses) = (requests, responses)
    let call = GRPCCall(method: method, requests: requests) { frames in
      var framing = GRPCFrameCodec(limit: .max)
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

  /// Returns the next response.
  func next<Response: Message>() async throws -> Response {
    let iterator = responses.makeAsyncIterator()
    guard let bytes = await iterator.next() else { throw Ended() }
    return try Response(serializedBytes: bytes)
  }

  /// Ends the requests, and returns the error of the call, if any.
  @discardableResult
  func end() async -> GoogleFailure? {
    requests.finish()
    return await task.value
  }

  /// Cancels the call, as when its client disconnects.
  func cancel() async {
    task.cancel()
    _ = await task.value
  }

  /// Waits until the call ends, and returns its error, if any.
  func failure() async -> GoogleFailure? { await task.value }
}
