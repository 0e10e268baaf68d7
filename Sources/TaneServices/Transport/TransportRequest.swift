public import HTTPTypes

/// A request to a service, as a transport carries it.
public struct TransportRequest: Sendable {
  /// The method.
  public var method: HTTPRequest.Method
  /// The absolute URL, percent-encoded.
  public var url: String
  /// The header fields.
  public var fields: HTTPFields
  /// The body; empty where there is none.
  public var body: [UInt8]
  /// The time that head and body of the answer may take together; nil for answers that go on.
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
