package import HTTPTypes

/// A request to an emulator service: its head, parsed target and complete body.
package struct EmulatorRequest: Sendable {
  /// The method, the target and the header fields.
  package var head: HTTPRequest
  /// The parsed path and query.
  package let target: RequestTarget
  /// The body, which may be empty.
  package var body: [UInt8]

  package init(head: HTTPRequest, body: [UInt8] = []) {
    self.head = head
    self.body = body
    target = RequestTarget(head.path ?? "/")
  }

  /// The method; clients that can send only POST set the actual method in `X-HTTP-Method-Override`.
  package var method: HTTPRequest.Method {
    guard head.method == .post, let name = HTTPField.Name("X-HTTP-Method-Override"),
      let override = head.headerFields[name]
    else { return head.method }
    return HTTPRequest.Method(override.uppercased()) ?? head.method
  }
}
