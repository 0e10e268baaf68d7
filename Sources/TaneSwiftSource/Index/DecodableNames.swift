/// The simple names of types that conform to `Decodable`, as far as names alone tell.
struct DecodableNames {
  private var names: Set<String> = ["Codable", "Decodable"]

  /// Adds what inherits from a decodable name, or is another name for one.
  mutating func add(_ declarations: [DeclarationSummary]) {
    var count = 0
    while count < names.count {
      count = names.count
      for declaration in declarations where isHeir(declaration) {
        names.insert(Self.simpleName(declaration.name))
      }
    }
  }

  /// Whether what a declaration refers to may be read.
  func contains(_ declaration: DeclarationSummary) -> Bool {
    declaration.kind == .alias || names.contains(Self.simpleName(declaration.name))
  }

  /// Whether a declaration inherits from, or stands for, something decodable.
  func isHeir(_ declaration: DeclarationSummary) -> Bool {
    let inherited = declaration.inherited + (declaration.target.map { [$0] } ?? [])
    return inherited.contains { type in
      type.dottedName.map { names.contains(Self.simpleName($0)) } ?? false
    }
  }

  private static func simpleName(_ name: String) -> String {
    name.split(separator: ".").last.map(String.init) ?? name
  }
}
