package import TaneCore

/// The keys that a type decodes from a map.
package struct FieldsShape: Sendable, Hashable, Codable {
  /// The decoded keys, in the order of declaration.
  package var fields: [FieldShape] = []
  /// The types that decode their own keys from the same map, such as a superclass or a type that an
  /// initializer creates from its own decoder.
  package var includes: [TypeReference] = []
  /// A Boolean value indicating whether the initializer may read keys that the sources do not show.
  package var mayReadOtherKeys = false
  /// A Boolean value indicating whether the type decodes any value: an initializer that the
  /// compiler derives for a type without keys requests no container.
  package var acceptsAnyValue = false
  /// The fields that replace these fields for certain values of a key.
  package var variants: VariantsShape?
}

/// The fields that depend on the value of a key.
package struct VariantsShape: Sendable, Hashable, Codable {
  /// The key in the data.
  package let key: String
  /// The decoded keys for each value of the key.
  package let fields: [String: FieldsShape]
}

/// A key that a type decodes.
package struct FieldShape: Sendable, Hashable, Codable {
  /// A requirement for the presence of a key and the validity of its value.
  package enum Presence: String, Sendable, Hashable, Codable {
    /// The key must be present.
    case required
    /// The key may be absent or null.
    case optional
    /// The key may be absent; if it is present, its value is decoded even if it is null.
    case contained
    /// The key is decoded with `try?`, so errors are ignored.
    case attempted
    /// The key may be decoded, but a missing or invalid value is not necessarily an error.
    case tolerated
    /// The key belongs to the type but is not decoded, because its property is a constant with a
    /// value.
    case unread
    /// The property contains the ID of the document, and no key is decoded.
    case identifier
  }

  /// The key in the data.
  package let key: String
  /// The property's name.
  package let property: String
  /// The value of the key.
  package let content: FieldContent
  /// The requirement for the presence of the key and the validity of its value.
  package let presence: Presence
  /// The position of the property's declaration, or of the read.
  package let place: SourcePosition
}

extension FieldShape {
  /// A copy of the field whose missing or invalid values are tolerated.
  var tolerated: FieldShape {
    FieldShape(
      key: key,
      property: property,
      content: content,
      presence: .tolerated,
      place: place
    )
  }
}

/// The elements of a list that an initializer decodes one after another.
package struct ElementsShape: Sendable, Hashable, Codable {
  package var first: [FieldContent] = []
  /// The minimum number of elements in the list.
  package var requiredCount = 0
  /// The value of each remaining element, or nil if none is decoded.
  package var rest: FieldContent?
}

/// The value of a key or of a list element.
package indirect enum FieldContent: Sendable, Hashable, Codable {
  case value(TypeReference)
  /// A raw value from which an initializer creates a type, which need not be decodable.
  case rawValue(of: TypeReference)
  /// A map whose keys are decoded by the same initializer.
  case fields(FieldsShape)
  /// A list whose elements are decoded by the same initializer.
  case elements(ElementsShape)
  /// A value that is not checked, with the reason the sources do not show its type.
  case unchecked(String)

  /// The type of the value, or nil if the same initializer decodes it or its type is unknown.
  var type: TypeReference? {
    switch self {
    case .value(let type), .rawValue(let type): type
    case .fields, .elements, .unchecked: nil
    }
  }
}
