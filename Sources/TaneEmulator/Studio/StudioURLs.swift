import TaneCore

/// The URLs of the studio's pages.
struct StudioURLs {
  let environment: String

  /// Returns the URL of the page for an address, or of the overview if `address` is nil.
  func pageURL(of address: Address? = nil, after key: String? = nil) -> String {
    url("browse", [("at", address.map { "\($0)" }), ("after", key)])
  }

  /// Returns the URL of the page fragment with the children of an address.
  func partURL(of address: Address, after key: String? = nil) -> String {
    url("part", [("at", "\(address)"), ("after", key)])
  }

  /// Returns the URL of an object's content.
  func objectURL(of address: Address) -> String { url("object", [("at", "\(address)")]) }

  /// The URL of the comparison with the fixtures.
  var compare: String { url("compare", []) }

  /// Returns the URL of the page that shows the plan of an action.
  func actionURL(_ action: String, at address: Address? = nil) -> String {
    url("act", [("do", action), ("at", address.map { "\($0)" })])
  }

  private func url(_ page: String, _ parameters: [(String, String?)]) -> String {
    let query = parameters.compactMap { name, value in
      value.map { "\(name)=\(PercentEncoding.encodeURLPart($0))" }
    }
    let path = "/\(page)/\(PercentEncoding.encodeURLPart(environment))"
    return query.isEmpty ? path : "\(path)?\(query.joined(separator: "&"))"
  }
}
