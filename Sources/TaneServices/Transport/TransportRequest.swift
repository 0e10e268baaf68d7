package import HTTPTypes

/// A request that a transport sends to a service.
package struct TransportRequest: Sendable {
  package var method: HTTPRequest.Method
  /// The absolute URL, percent-encoded.
  package var url: String
  package var fields: HTTPFields
  /// The body; empty if there is none.
  package var body: [UInt8]
  /// The time within which the header of the response must arrive, or nil for no limit.
  package var timeout: Duration?

  package init(
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
