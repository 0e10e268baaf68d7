import TaneCore

/// The names of databases and buckets: what stands before the colon of an address.
enum ServiceName {
  /// What stands before the colon of the addresses of Firestore's documents.
  static let firestore = "firestore"

  /// The names that addresses keep for services of their own.
  private static let reserved: Set<String> = ["accounts", firestore]

  /// What keeps a name from being used in addresses, in words, or nil where nothing does.
  static func problem(in name: String) -> String? {
    if reserved.contains(name) { return "is reserved for the addresses of \(name)" }
    return illegality(in: name)
  }

  /// What keeps a name from being that of any store, in words, or nil where nothing does.
  static func illegality(in name: String) -> String? {
    if let problem = NameRule.problem(in: name, except: ":") { return problem }
    let space = name.unicodeScalars.first { $0.properties.isWhitespace }
    return space.map { "holds \"\(String($0).escapingControls)\"" }
  }
}
