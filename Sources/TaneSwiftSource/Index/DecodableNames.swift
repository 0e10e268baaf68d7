/// The simple names of types that conform to `Decodable`, found by comparing names without
/// resolving them in scopes.
struct DecodableNames {
  private var names: Set<String> = ["Codable", "Decodable"]

  /// Adds the names of the declarations that inherit from a decodable type or are an alias of such
  /// a type.
  mutating func add(_ declarations: [DeclarationSummary]) {
    let candidates = declarations.filter { !$0.inherited.isEmpty || $0.target != nil }
    var count = 0
    while count < names.count {
      count = names.count
      for declaration in candidates where inheritsDecodable(declaration) {
        names.insert(Self.simpleName(declaration.name))
      }
    }
  }

  /// Returns true if a declaration may refer to decoded types: it is a decodable type, an alias of
  /// a decodable type, or an alias declared in one.
  func contains(_ declaration: DeclarationSummary) -> Bool {
    declaration.kind == .alias
      ? inheritsDecodable(declaration) || names.contains(declaration.scope.last ?? "")
      : names.contains(Self.simpleName(declaration.name))
  }

  /// Returns true if a declaration inherits from a decodable type or is an alias of such a type.
  func inheritsDecodable(_ declaration: DeclarationSummary) -> Bool {
    func isDecodable(_ type: TypeReference) -> Bool {
      type.simpleName.map(names.contains) ?? false
    }
    return declaration.inherited.contains(where: isDecodable)
      || declaration.target.map(isDecodable) ?? false
  }

  private static func simpleName(_ name: String) -> String {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return name }
    return String(name[name.utf8.index(after: dot)...])
  }
}
