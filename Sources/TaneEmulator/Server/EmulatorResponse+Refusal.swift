import HTTPTypes

extension EmulatorResponse {
  /// The answer to what no service gets to see.
  static func refusal(_ status: HTTPResponse.Status, _ message: String) -> EmulatorResponse {
    .json("{\n  \"error\" : \"\(message)\"\n}\n", status: status)
  }
}
