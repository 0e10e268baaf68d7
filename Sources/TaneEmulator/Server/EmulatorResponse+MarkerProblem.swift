import HTTPTypes
import TaneCore
import TaneServices

extension EmulatorResponse {
  /// Creates the error response to a request that is rejected before it reaches a service.
  static func rejection(_ status: HTTPResponse.Status, _ message: String) -> EmulatorResponse {
    // The message is encoded, because it may contain text from the client.
    .json("{\n  \"error\" : \(JSONText.text(.string(message)))\n}\n", status: status)
  }

  /// Creates the response to a body over the size limit.
  static func tooLarge(_ limit: Int) -> EmulatorResponse {
    .rejection(
      .contentTooLarge,
      "Payload is too large: a request body can have at most \(limit) bytes"
    )
  }
}
