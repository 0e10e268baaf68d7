import TaneCore

/// Queries of URLs (RFC 3986, section 3.4).
enum URLQuery {
  /// A query of parameters, `?` included; empty where there are none.
  static func query(_ parameters: [(name: String, value: String)]) -> String {
    guard !parameters.isEmpty else { return "" }
    return "?" + pairs(parameters)
  }

  /// Parameters as a form sends them.
  static func pairs(_ parameters: [(name: String, value: String)]) -> String {
    parameters.map {
      "\(PercentEncoding.encodeURLPart($0.name))=\(PercentEncoding.encodeURLPart($0.value))"
    }.joined(separator: "&")
  }
}
