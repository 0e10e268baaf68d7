import TaneCore

/// An encoder for URL query strings (RFC 3986, section 3.4).
enum URLQuery {
  /// Returns a query string that begins with `?`, or an empty string if there are no parameters.
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
