/// The layout of the data that a type reads, without the names and places that data do not show.
public struct LockedType: Sendable, Hashable {
  /// The layout.
  public enum Form: Sendable, Hashable {
    /// A map with keys that the type names.
    case fields(LockedFields)
    /// One value, by its type; the values that stand for cases, sorted, or none where any will do.
    case rawValues(TypeReference, [String])
    /// A map of one key, the name of a case, over a map of what the case holds.
    case cases([String: LockedFields])
    /// The sources do not show the type's form.
    case unknown
  }

  /// The names of the generic parameters.
  public var parameters: [String] = []
  /// The layout.
  public var form: Form
}

/// The keys that a type reads from a map.
public struct LockedFields: Sendable, Hashable {
  /// The fields by key.
  public var fields: [String: LockedField]
  /// A Boolean value indicating whether the type may read keys that the sources do not show.
  public var isOpen: Bool

  /// Creates keys.
  public init(_ fields: [String: LockedField] = [:], isOpen: Bool = false) {
    self.fields = fields
    self.isOpen = isOpen
  }
}

/// A key that a type reads.
public struct LockedField: Sendable, Hashable {
  /// The requirement for a key to be present.
  public enum Presence: String, Sendable, Hashable, CaseIterable {
    /// The key must be there.
    case required
    /// The key may be absent or null.
    case optional
    /// The key may be read, and what goes wrong then does not show or does not always happen.
    case tolerated
  }

  /// The content of the key.
  public indirect enum Content: Sendable, Hashable {
    /// A value of a type, without the outer optionals of a key that may be absent.
    case type(TypeReference)
    /// A map whose keys the same initializer reads.
    case fields(LockedFields)
    /// Something that the sources do not tell.
    case unknown
  }

  /// The property's name.
  public var property: String
  /// The requirement for the key to be present.
  public var presence: Presence = .required
  /// The content of the key.
  public var content: Content
}
