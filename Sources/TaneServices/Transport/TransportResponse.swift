public import HTTPTypes

/// The body of an answer, chunk after chunk; it can be read once.
///
/// Reading throws a `TransportFailure` where the connection breaks, or `CancellationError`.
public typealias TransportBody = any AsyncSequence<[UInt8], any Error> & Sendable

/// The answer to a request: its head, and its body as it arrives.
public struct TransportResponse: Sendable {
  /// The status code.
  public let status: Int
  /// The header fields.
  public let fields: HTTPFields
  /// The body.
  public let body: TransportBody

  /// Creates an answer whose body arrives by and by.
  public init(_ status: Int, fields: HTTPFields = [:], body: TransportBody) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// Creates an answer whose body is there.
  public init(_ status: Int, fields: HTTPFields = [:], bytes: [UInt8] = []) {
    self.init(status, fields: fields, body: WholeBody(bytes: bytes))
  }
}

/// A body that is there, as its one chunk.
private struct WholeBody: AsyncSequence, Sendable {
  struct AsyncIterator: AsyncIteratorProtocol {
    var rest: [UInt8]?

    mutating func next() async throws -> [UInt8]? {
      defer { rest = nil }
      return rest
    }
  }

  let bytes: [UInt8]

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(rest: bytes.isEmpty ? nil : bytes)
  }
}
