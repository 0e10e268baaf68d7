import HTTPTypes
import TaneCore
import TaneWire

extension EmulatorResponse {
  /// The answer to what no service gets to see.
  static func refusal(_ status: HTTPResponse.Status, _ message: String) -> EmulatorResponse {
    // What a client sent may stand in the message.
    .json("{\n  \"error\" : \(JSONText.text(.string(message)))\n}\n", status: status)
  }
}
