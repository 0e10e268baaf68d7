import HTTPTypes
import TaneCore
import TaneServices

extension EmulatorResponse {
  /// Creates a response with a JSON value.
  static func json(
    _ value: TreeLiteral,
    status: HTTPResponse.Status = .ok,
    headerFields: HTTPFields = [:]
  ) -> EmulatorResponse {
    .json(JSONText.text(value), status: status, headerFields: headerFields)
  }
}

extension ProtocolJSON {
  /// Parses the object in a request's body.
  init(_ request: EmulatorRequest) throws(WireError) {
    do {
      self.init(try JSONText.object(of: request.body))
    } catch {
      throw .invalid("Invalid JSON payload received. \(error.message)")
    }
  }
}
