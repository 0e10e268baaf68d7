/// The layout of the data that a type decodes, without names and positions that do not affect the
/// data.
package struct LockedType: Sendable, Hashable {
  /// The layout of the data.
  package enum Form: Sendable, Hashable {
    /// A map whose keys the type declares.
    case fields(LockedFields)
    /// A single value of a type, with the sorted raw values of its cases; empty if any value is
    /// valid.
    case rawValues(TypeReference, [String])
    /// A map whose single key is the name of a case and whose value is a map of its associated
    /// values.
    case cases([String: LockedFields])
    /// A layout that the sources do not show.
    case unknown
  }

  /// The names of the generic parameters.
  package var parameters: [String] = []
  /// The layout of the data.
  package var form: Form
}

/// The keys that a type decodes from a map.
package struct LockedFields: Sendable, Hashable {
  /// The fields by key.
  package var fields: [String: LockedField]
  /// A Boolean value indicating whether the type may read keys that the sources do not show.
  package var isOpen: Bool

  /// Creates the fields of a map.
  package init(_ fields: [String: LockedField] = [:], isOpen: Bool = false) {
    self.fields = fields
    self.isOpen = isOpen
  }
}

/// A key that a type decodes.
package struct LockedField: Sendable, Hashable {
  /// A requirement for the presence of a key and the validity of its value.
  package enum Presence: String, Sendable, Hashable, CaseIterable {
    /// The key must be present.
    case required
    /// The key may be absent or null.
    case optional
    /// The key may be decoded, but a missing or invalid value is not necessarily an error.
    case tolerated
  }

  /// The value of the key.
  package indirect enum Content: Sendable, Hashable {
    /// A value of a type; if the key is optional, the type is given without its outer optionals.
    case type(TypeReference)
    /// A map whose keys are decoded by the same initializer.
    case fields(LockedFields)
    /// A value whose type the sources do not show.
    case unknown
  }

  /// The property's name.
  package var property: String
  /// The requirement for the presence of the key and the validity of its value.
  package var presence: Presence = .required
  /// The value of the key.
  package var content: Content
}
