import HTTPTypes
import TaneCore
import TaneEmulator
import TaneFormats

extension EmulatorRequest {
  /// Creates a request like those of clients on this machine.
  static func make(
    _ method: HTTPRequest.Method,
    _ path: String,
    _ fields: KeyValuePairs<String, String> = [:],
    body: [UInt8] = []
  ) -> EmulatorRequest {
    var head = HTTPRequest(method: method, scheme: "http", authority: "localhost:9199", path: path)
    for (name, value) in fields {
      guard let name = HTTPField.Name(name) else { continue }
      head.headerFields[name] = value
    }
    return EmulatorRequest(head: head, body: body)
  }
}

extension EmulatorResponse {
  /// Returns the value of a header field.
  func header(_ name: String) -> String? {
    HTTPField.Name(name).flatMap { headerFields[$0] }
  }

  /// The bytes of the body, which are empty for a stream.
  var bytes: [UInt8] {
    guard case .bytes(let bytes) = body else { return [] }
    return bytes
  }

  /// The body as text.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The body as JSON, or null if it is not JSON.
  var json: Tree { JSONReader().read(bytes, named: "body").tree ?? .null }
}
