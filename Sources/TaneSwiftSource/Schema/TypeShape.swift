public import TaneCore

/// The layout of the data that a type reads.
public enum TypeShape: Sendable, Hashable, Codable {
  /// A map with keys that the type names.
  case fields(FieldsShape)
  /// One value that stands for a case, or that the type wraps.
  case rawValues(RawValuesShape)
  /// A map of one key, the name of a case, over a map of what the case holds.
  case cases([CaseShape])
  /// A list whose elements a hand-written initializer reads.
  case elements(ElementsShape)
  /// The data of another type, from which a hand-written initializer makes the value.
  case value(TypeReference)
  /// The data of one of some types, which a hand-written initializer tries one after the other.
  case union([TypeReference], acceptsNull: Bool)
  /// A shape that the sources do not show, with the reason.
  case opaque(String)
}

/// The values that an enumeration, or a type that wraps one value, reads.
public struct RawValuesShape: Sendable, Hashable, Codable {
  /// A case with its raw value.
  public struct Case: Sendable, Hashable, Codable {
    /// The case's name.
    public let name: String
    /// The raw value: its text, or the digits of a number.
    public let value: String
  }

  /// The type of the raw values.
  public let type: TypeReference
  /// The cases; empty where any raw value will do, or the sources do not tell which will.
  public let cases: [Case]
}

/// A case of an enumeration that holds values.
public struct CaseShape: Sendable, Hashable, Codable {
  /// The key that stands for the case.
  public let key: String
  /// The case's name.
  public let name: String
  /// The associated values of the case.
  public let fields: FieldsShape
  /// The position of the case's declaration.
  public let place: SourcePosition
}
