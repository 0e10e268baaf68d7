public import HTTPTypes

/// A request to a service for a transport.
public struct TransportRequest: Sendable {
  /// The method.
  public var method: HTTPRequest.Method
  /// The absolute URL, percent-encoded.
  public var url: String
  /// The header fields.
  public var fields: HTTPFields
  /// The body, or empty without one.
  public var body: [UInt8]
  /// The timeout for the complete response, or nil for streamed responses.
  public var timeout: Duration?

  /// Creates a request.
  public init(
    _ method: HTTPRequest.Method,
    _ url: String,
    fields: HTTPFields = [:],
    body: [UInt8] = [],
    timeout: Duration? = nil
  ) {
    self.method = method
    self.url = url
    self.fields = fields
    self.body = body
    self.timeout = timeout
  }
}
