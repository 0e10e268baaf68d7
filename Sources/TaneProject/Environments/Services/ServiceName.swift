import TaneCore

/// The names of services: what stands before the colon of an address.
enum ServiceName {
  /// What keeps a name from being used in addresses, in words, or nil where nothing does.
  static func problem(in name: String) -> String? {
    if ServiceDeclarations.reservedNames.contains(name) {
      return "is reserved for the addresses of \(name)"
    }
    return violation(in: name)
  }

  /// What keeps a name from being that of any store, in words, or nil where nothing does.
  static func violation(in name: String) -> String? {
    if let problem = NameRule.problem(in: name, except: ":") { return problem }
    let space = name.unicodeScalars.first { $0.properties.isWhitespace }
    return space.map { "holds \"\(String($0).escapingControls)\"" }
  }
}
