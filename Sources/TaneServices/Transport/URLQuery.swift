import TaneCore

/// Query strings of URLs (RFC 3986, section 3.4).
enum URLQuery {
  /// Returns a query with parameters, beginning with `?`, or an empty string without parameters.
  static func query(_ parameters: [(name: String, value: String)]) -> String {
    guard !parameters.isEmpty else { return "" }
    return "?" + pairs(parameters)
  }

  /// Returns parameters in form encoding.
  static func pairs(_ parameters: [(name: String, value: String)]) -> String {
    parameters.map {
      "\(PercentEncoding.encodeURLPart($0.name))=\(PercentEncoding.encodeURLPart($0.value))"
    }.joined(separator: "&")
  }
}
