import HTTPTypes
import TaneCore
import TaneServices

extension EmulatorRequest {
  /// Decodes the body according to its `Content-Encoding` (RFC 9110, section 8.4); services receive
  /// the decoded body.
  ///
  /// - Parameter limit: The maximum size of the decoded body, in bytes.
  /// - Returns: The error response if the body cannot be decoded, otherwise nil.
  mutating func decodeContent(limit: Int) -> EmulatorResponse? {
    guard let encoding = head.headerFields[.contentEncoding] else { return nil }
    switch encoding.lowercased() {
    case "gzip", "x-gzip":
      do {
        if !body.isEmpty { body = try Gzip.decompress(body, limit: limit) }
      } catch {
        return error == .tooLarge
          ? .tooLarge(limit) : .rejection(.badRequest, "the request's body is not valid gzip")
      }
    case "identity": break
    default: return .unsupported(encoding)
    }
    head.headerFields[.contentEncoding] = nil
    return nil
  }
}

extension EmulatorResponse {
  /// Returns the error response to an unsupported content encoding.
  fileprivate static func unsupported(_ encoding: String) -> EmulatorResponse {
    var response = EmulatorResponse.rejection(
      .unsupportedMediaType,
      "the content encoding \"\(encoding.escapingControls)\" is not supported; expected gzip or none"
    )
    response.headerFields[.acceptEncoding] = "gzip"
    return response
  }
}
