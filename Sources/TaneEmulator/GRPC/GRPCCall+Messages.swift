#if Network
import SwiftProtobuf

extension GRPCCall {
  /// Reads the only request of a call, and responds with one message.
  func unary<Request: Message, Response: Message>(
    _ respond: (Request) async throws -> Response
  ) async throws {
    try await send([respond(request())])
  }

  /// Reads the only request of a call, and responds with the bytes of one message.
  func unary<Request: Message>(
    _ respond: (Request) async throws -> [UInt8]
  ) async throws {
    try await send([respond(request())])
  }

  /// Reads the only request of a call, and responds with the bytes of any number of messages.
  func stream<Request: Message>(
    _ respond: (Request) async throws -> [[UInt8]]
  ) async throws {
    try await send(respond(request()))
  }

  /// Reads the only request of a call, and responds with any number of messages.
  func stream<Request: Message, Response: Message>(
    _ respond: (Request) async throws -> [Response]
  ) async throws {
    try await send(respond(request()))
  }

  /// Encodes messages and sends them to the client.
  func send(_ messages: [some Message]) async throws {
    try await send(messages.map { try $0.serializedBytes() })
  }

  /// Returns the only request of a call.
  private func request<Request: Message>() async throws -> Request {
    let iterator = requests.makeAsyncIterator()
    guard let bytes = await iterator.next() else {
      throw GoogleFailure.invalid("The call has no request.")
    }
    return try Self.read(bytes)
  }

  /// Decodes a request; throws a `GoogleFailure` if it is invalid.
  static func read<Request: Message>(_ bytes: [UInt8]) throws(GoogleFailure) -> Request {
    do {
      return try Request(serializedBytes: bytes)
    } catch {
      throw .invalid("The request is not a valid \(Request.protoMessageName).")
    }
  }
}
#endif
