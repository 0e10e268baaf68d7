import TaneCore

/// A record of the optional properties and enumeration cases that occur in the data.
final class Coverage {
  private struct Property: Hashable {
    let owner: ObjectIdentifier
    let keys: ObjectIdentifier
    let key: String
  }

  private struct Presence {
    let owner: any Any.Type
    let property: String
    /// The maps in which the type requested the property.
    var maps: Set<ObjectIdentifier> = []
    var isPresent = false
  }

  private let catalogue: TypeCatalogue
  private var presences: [Property: Presence] = [:]
  private var properties: [Property] = []
  private var cases: [ObjectIdentifier: (names: [String], seen: Set<String>)] = [:]
  private var enumerations: [any Any.Type] = []

  init(catalogue: TypeCatalogue) { self.catalogue = catalogue }

  /// Records a request for an optional value.
  func note(_ key: any CodingKey, of owner: (any Any.Type)?, in map: Visit?, isPresent: Bool) {
    guard let owner, let map else { return }
    let property = Property(
      owner: ObjectIdentifier(owner),
      keys: ObjectIdentifier(type(of: key)),
      key: key.stringValue
    )
    if presences[property] == nil {
      guard let name = catalogue.property(of: key) else { return }
      properties.append(property)
      presences[property] = Presence(owner: owner, property: name)
    }
    presences[property]?.maps.insert(ObjectIdentifier(map))
    if isPresent { presences[property]?.isPresent = true }
  }

  /// Records the case of a value, if its type is an enumeration.
  func note<Value>(_ value: Value) {
    guard TypeMetadata.isEnumeration(Value.self), let name = Self.caseName(of: value) else {
      return
    }
    let identity = ObjectIdentifier(Value.self)
    if cases[identity] == nil {
      enumerations.append(Value.self)
      cases[identity] = (TypeMetadata.caseNames(of: Value.self), [])
    }
    cases[identity]?.seen.insert(name)
  }

  /// Returns the name of a value's case; with associated values, it is the label of the mirror's
  /// only child.
  private static func caseName<Value>(of value: Value) -> String? {
    TypeMetadata.caseName(of: value) ?? Mirror(reflecting: value).children.first?.label
  }

  /// Returns findings about optional properties and enumeration cases that are not in the data.
  func findings(at address: Address) -> [Diagnostic] {
    properties.compactMap { absenceFinding(of: $0, at: address) }
      + enumerations.compactMap { missingCases(of: $0, at: address) }
  }

  private func absenceFinding(of property: Property, at address: Address) -> Diagnostic? {
    guard let presence = presences[property], !presence.isPresent else { return nil }
    let owner = TypeName.text(of: presence.owner)
    return Diagnostic(
      .note,
      .neverPresent,
      "\(owner).\(presence.property) (\"\(property.key.escapingControls)\") was decoded "
        + "\(counted(presence.maps.count, "time")), but the key was never present",
      at: address,
      position: nil,
      typeName: owner,
      property: presence.property
    )
  }

  private func missingCases(of type: any Any.Type, at address: Address) -> Diagnostic? {
    guard let (names, seen) = cases[ObjectIdentifier(type)] else { return nil }
    let missing = names.filter { !seen.contains($0) }
    guard !missing.isEmpty else { return nil }
    let name = TypeName.text(of: type)
    return Diagnostic(
      .note,
      .neverExercised,
      "the data does not contain \(missing.map { "\(name).\($0)" }.joined(separator: ", "))",
      at: address,
      position: nil,
      typeName: name
    )
  }
}
