import TaneCore

/// Query strings of URLs (RFC 3986, section 3.4).
enum URLQuery {
  /// Returns a query with parameters, beginning with `?`, or an empty string without parameters.
  static func query(_ parameters: [(name: String, value: String)]) -> String {
    guard !parameters.isEmpty else { return "" }
    return "?" + pairs(parameters)
  }

  /// Returns a URL without the parameters of the given names.
  static func without(_ names: Set<String>, in url: String) -> String {
    let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return url }
    let pairs = parts[1].split(separator: "&").filter { pair in
      !names.contains(String(pair.prefix { $0 != "=" }))
    }
    return parts[0] + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
  }

  /// Returns parameters in form encoding.
  static func pairs(_ parameters: [(name: String, value: String)]) -> String {
    parameters.map {
      "\(PercentEncoding.encodeURLPart($0.name))=\(PercentEncoding.encodeURLPart($0.value))"
    }.joined(separator: "&")
  }
}
