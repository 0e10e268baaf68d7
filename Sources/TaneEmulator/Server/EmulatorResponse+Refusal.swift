import HTTPTypes
import TaneCore
import TaneWire

extension EmulatorResponse {
  /// The answer to what no service gets to see.
  static func refusal(_ status: HTTPResponse.Status, _ message: String) -> EmulatorResponse {
    // What a client sent may stand in the message.
    .json("{\n  \"error\" : \(JSONText.text(.string(message)))\n}\n", status: status)
  }

  /// The answer to a body that has more bytes than are taken.
  static func tooLarge(_ limit: Int) -> EmulatorResponse {
    .refusal(
      .contentTooLarge,
      "Payload is too large: a request's body has at most \(limit) bytes"
    )
  }
}
