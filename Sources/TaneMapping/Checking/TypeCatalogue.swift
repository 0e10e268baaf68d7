/// A cache of runtime metadata for the types in a check.
final class TypeCatalogue {
  /// The keys that a key type declares.
  struct Keys {
    let declared: [(key: any CodingKey, property: String)]
    /// The names of the key type's cases (the property names), by string value.
    let properties: [String: String]
  }

  private var keys: [ObjectIdentifier: Keys] = [:]
  private var properties: [ObjectIdentifier: [TypeMetadata.Property]] = [:]

  /// Returns the keys that a key type declares; empty for a type that accepts any key.
  func keys(of type: any CodingKey.Type) -> Keys {
    let identity = ObjectIdentifier(type)
    if let known = keys[identity] { return known }
    let declared = Self.declaredKeys(of: type)
    let names = Dictionary(declared.map { ($0.key.stringValue, $0.property) }) { first, _ in first }
    let found = Keys(declared: declared, properties: names)
    keys[identity] = found
    return found
  }

  /// Returns the property for a key, or nil if the key is not declared, such as a dictionary key.
  func property(of key: any CodingKey) -> String? {
    key is TreeCodingKey ? nil : keys(of: type(of: key)).properties[key.stringValue]
  }

  /// Returns the stored properties of a type.
  func properties(of type: any Any.Type) -> [TypeMetadata.Property] {
    let identity = ObjectIdentifier(type)
    if let known = properties[identity] { return known }
    let found = TypeMetadata.properties(of: type)
    properties[identity] = found
    return found
  }

  private static func declaredKeys(
    of type: any CodingKey.Type
  ) -> [(key: any CodingKey, property: String)] {
    func all<Key: CodingKey>(_ type: Key.Type) -> [(key: any CodingKey, property: String)] {
      TypeMetadata.cases(of: type).map { ($0.value, $0.name) }
    }
    return all(type)
  }
}
