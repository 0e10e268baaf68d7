import HTTPTypes
import TaneCore

extension EmulatorResponse {
  /// Creates a response with data in the requested format.
  ///
  /// Data in stored form is converted to read-back form, with lists in place of maps with index
  /// keys.
  static func data(
    _ tree: Tree,
    _ parameters: DatabaseParameters,
    isStoredForm: Bool = false,
    status: HTTPResponse.Status = .ok
  ) -> EmulatorResponse {
    if parameters.print == .silent, status == .ok { return EmulatorResponse(.noContent) }
    var body =
      switch parameters.print {
      case .pretty: DatabaseJSON.pretty(isStoredForm ? tree.readBackForm() : tree)
      default: isStoredForm ? ReadBackJSON.compact(tree) : DatabaseJSON.compact(tree)
      }
    var type = "application/json; charset=utf-8"
    if let callback = parameters.callback {
      // The comment prevents browsers from interpreting the text as anything but a script.
      body = Array("/**/\(callback)(".utf8) + body + Array(");".utf8)
      type = "application/javascript; charset=utf-8"
    }
    return EmulatorResponse(status, headerFields: [.contentType: type], body: .bytes(body))
  }

  static func problem(_ problem: DatabaseFailure) -> EmulatorResponse {
    let status: HTTPResponse.Status =
      switch problem.kind {
      case .invalid: .badRequest
      case .forbidden: .forbidden
      case .denied: .unauthorized
      case .notFound: .notFound
      case .methodNotAllowed: .methodNotAllowed
      case .storeFailed: .internalServerError
      }
    let body = Tree(["error": .string(problem.message)])
    return EmulatorResponse(
      status,
      headerFields: [.contentType: "application/json; charset=utf-8"],
      body: .bytes(DatabaseJSON.pretty(body))
    )
  }
}
