package import TaneCore

/// The layout of the data that a type decodes.
package enum TypeShape: Sendable, Hashable, Codable {
  /// A map whose keys the type declares.
  case fields(FieldsShape)
  /// A single value that represents a case or is wrapped by the type.
  case rawValues(RawValuesShape)
  /// A map whose single key is the name of a case and whose value is a map of associated values.
  case cases([CaseShape])
  /// A list whose elements are decoded by a hand-written initializer.
  case elements(ElementsShape)
  /// The data of another type, which a hand-written initializer converts.
  case value(TypeReference)
  /// The data of another type, which a hand-written initializer decodes with `try?`.
  case attempted(TypeReference)
  /// The data of one of several types, which a hand-written initializer tries one after another.
  case union([TypeReference], acceptsNull: Bool)
  /// A shape that the sources do not show, with the reason.
  case opaque(String)
}

/// The values of an enumeration, or of a type that wraps a single value.
package struct RawValuesShape: Sendable, Hashable, Codable {
  package struct Case: Sendable, Hashable, Codable {
    package let name: String
    /// The raw value: its text, or the digits of a number.
    package let value: String
  }

  package let type: TypeReference
  /// The cases, or empty if any raw value is valid or the sources do not show the valid values.
  package let cases: [Case]
}

/// A case of an enumeration with associated values.
package struct CaseShape: Sendable, Hashable, Codable {
  package let key: String
  package let name: String
  /// The associated values of the case.
  package let fields: FieldsShape
  /// The position of the case's declaration.
  package let place: SourcePosition
}
