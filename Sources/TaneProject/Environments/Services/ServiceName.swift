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
    if name.isEmpty { return "is empty" }
    let illegal = name.unicodeScalars.first {
      ":/\\".unicodeScalars.contains($0) || $0.properties.isWhitespace || $0.value < 0x20
    }
    return illegal.map { "holds \"\(String($0).escapingControls)\"" }
      ?? (name.hasPrefix(".") ? "begins with \".\"" : nil)
  }
}
