import TaneCore

/// The rules for names of services, which precede the colon in addresses.
enum ServiceName {
  /// Returns the reason a name cannot be used in addresses, or nil if it can.
  static func problem(in name: String) -> String? {
    if ServiceDeclarations.reservedNames.contains(name) {
      return "is reserved for the addresses of \(name)"
    }
    return violation(in: name)
  }

  /// Returns the reason a name is invalid for any service, or nil if it is valid.
  static func violation(in name: String) -> String? {
    if let problem = NameRule.problem(in: name, except: ":") { return problem }
    let space = name.unicodeScalars.first { $0.properties.isWhitespace }
    return space.map { "contains \"\(String($0).escapingControls)\"" }
  }
}
