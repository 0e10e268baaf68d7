import HTTPTypes
import TaneCore
import TaneWire

extension EmulatorResponse {
  /// A response of a JSON value.
  static func json(
    _ value: TreeLiteral,
    status: HTTPResponse.Status = .ok,
    headerFields: HTTPFields = [:]
  ) -> EmulatorResponse {
    .json(JSONText.text(value), status: status, headerFields: headerFields)
  }
}

extension ProtocolJSON {
  /// The object of a request's body.
  init(_ request: EmulatorRequest) throws(WireProblem) {
    do {
      self.init(try JSONText.object(of: request.body))
    } catch {
      throw .invalid("Invalid JSON payload received. \(error.message)")
    }
  }
}
