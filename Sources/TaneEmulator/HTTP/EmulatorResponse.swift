package import HTTPTypes

/// A response from an emulator service.
package struct EmulatorResponse: Sendable {
  package enum Body: Sendable {
    /// A complete body with a `Content-Length`.
    case bytes([UInt8])
    /// Chunks, sent as they become available until the stream ends or the client disconnects.
    case stream(MessageQueue)
  }

  package var status: HTTPResponse.Status
  /// The header fields; the server adds the length and the date.
  package var headerFields: HTTPFields
  /// The body of the response.
  package var body: Body

  package init(
    _ status: HTTPResponse.Status,
    headerFields: HTTPFields = [:],
    body: Body = .bytes([])
  ) {
    self.status = status
    self.headerFields = headerFields
    self.body = body
  }

  /// Creates a response with JSON text.
  package static func json(
    _ text: String,
    status: HTTPResponse.Status = .ok,
    headerFields: HTTPFields = [:]
  ) -> EmulatorResponse {
    var headerFields = headerFields
    headerFields[.contentType] = "application/json; charset=utf-8"
    return EmulatorResponse(status, headerFields: headerFields, body: .bytes(Array(text.utf8)))
  }
}
