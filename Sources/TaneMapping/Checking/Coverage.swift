import TaneCore

/// What the data hold of the types' optional properties and of their enumerations' cases.
final class Coverage {
  private struct Property: Hashable {
    let owner: ObjectIdentifier
    let keys: ObjectIdentifier
    let key: String
  }

  private struct Presence {
    let owner: any Any.Type
    let property: String
    /// The maps in which the type asked, each once however often the type was run.
    var maps: Set<ObjectIdentifier> = []
    var isPresent = false
  }

  private let catalogue: TypeCatalogue
  private var presences: [Property: Presence] = [:]
  private var properties: [Property] = []
  private var cases: [ObjectIdentifier: (names: [String], seen: Set<String>)] = [:]
  private var enumerations: [any Any.Type] = []

  init(catalogue: TypeCatalogue) { self.catalogue = catalogue }

  /// Counts a question for an optional value.
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

  /// Notes the case of a value of an enumeration.
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

  /// The case's name; of a case with a payload, what a mirror calls its only child.
  private static func caseName<Value>(of value: Value) -> String? {
    TypeMetadata.caseName(of: value) ?? Mirror(reflecting: value).children.first?.label
  }

  /// The properties that no data hold, and the cases that none have.
  func findings(at address: Address) -> [Diagnostic] {
    properties.compactMap { absence(of: $0, at: address) }
      + enumerations.compactMap { missingCases(of: $0, at: address) }
  }

  private func absence(of property: Property, at address: Address) -> Diagnostic? {
    guard let presence = presences[property], !presence.isPresent else { return nil }
    let owner = TypeName.text(of: presence.owner)
    return Diagnostic(
      .note,
      .neverPresent,
      "\(owner).\(presence.property) (\"\(property.key.escapingControls)\") was asked for "
        + "\(counted(presence.maps.count, "time")) and never there",
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
      "no data hold \(missing.map { "\(name).\($0)" }.joined(separator: ", "))",
      at: address,
      position: nil,
      typeName: name
    )
  }
}
