import TaneCore

/// The URLs of the studio's pages.
struct StudioLink {
  let environment: String

  /// Returns the page of the environment's services, or of an address.
  func browse(_ address: Address? = nil, after key: String? = nil) -> String {
    url("browse", [("at", address.map { "\($0)" }), ("after", key)])
  }

  /// Returns the part of a page with the children of an address.
  func part(_ address: Address, after key: String? = nil) -> String {
    url("part", [("at", "\(address)"), ("after", key)])
  }

  /// Returns the content of an object.
  func object(_ address: Address) -> String { url("object", [("at", "\(address)")]) }

  /// The page of the comparison with the fixtures.
  var compare: String { url("compare", []) }

  /// Returns the page that shows the plan of an action.
  func act(_ action: String, at address: Address? = nil) -> String {
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
