package import HTTPTypes

/// The body of a response in chunks, which can be read once.
///
/// Reading throws a `TransportFailure` if the connection breaks, or a `CancellationError`.
package typealias TransportBody = any AsyncSequence<[UInt8], any Error> & Sendable

/// The response to a request: its header, and its body as it arrives.
package struct TransportResponse: Sendable {
  package let status: Int
  package let fields: HTTPFields
  package let body: TransportBody

  /// Creates a response with a streamed body.
  package init(_ status: Int, fields: HTTPFields = [:], body: TransportBody) {
    self.status = status
    self.fields = fields
    self.body = body
  }
}
