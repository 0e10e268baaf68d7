public import TaneCore

/// The keys that a type decodes from a map.
public struct FieldsShape: Sendable, Hashable, Codable {
  /// The keys with their content, in the order of declaration.
  public var fields: [FieldShape] = []
  /// The types that decode their own keys from the same map, such as a superclass or a part of a
  /// hand-written initializer.
  public var includes: [TypeReference] = []
  /// A Boolean value indicating whether the initializer may read keys that the sources do not show.
  public var mayReadOtherKeys = false
  /// The fields for certain values of a key, in place of these fields.
  public var variants: VariantsShape?
}

/// The fields that depend on the value of a key.
public struct VariantsShape: Sendable, Hashable, Codable {
  /// The key in the data.
  public let key: String
  /// The decoded keys, by the key's value.
  public let fields: [String: FieldsShape]
}

/// A key that a type decodes.
public struct FieldShape: Sendable, Hashable, Codable {
  /// The requirement for a key to be present.
  public enum Presence: String, Sendable, Hashable, Codable {
    /// The key must be present.
    case required
    /// The key may be absent or null.
    case optional
    /// The key may be absent, and its value is decoded if it is present, even null.
    case contained
    /// The key is decoded with `try?`, so errors are ignored.
    case attempted
    /// The key may be decoded, but errors are ignored or do not always occur.
    case tolerated
    /// The key belongs to the type but is not decoded, since it is a constant with a value.
    case unread
    /// The property contains the ID of the document, and no key is decoded.
    case identifier
  }

  /// The key in the data.
  public let key: String
  /// The property's name.
  public let property: String
  /// The content of the key.
  public let content: FieldContent
  /// The requirement for the key to be present.
  public let presence: Presence
  /// The position of the property's declaration, or of the read.
  public let place: SourcePosition
}

extension FieldShape {
  /// The key with errors ignored.
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
public struct ElementsShape: Sendable, Hashable, Codable {
  /// The content of the first elements.
  public var first: [FieldContent] = []
  /// The number of required elements among them.
  public var requiredCount = 0
  /// The content of each remaining element, or nil if none is decoded.
  public var rest: FieldContent?
}

/// The content of a key.
public indirect enum FieldContent: Sendable, Hashable, Codable {
  /// A value of a type.
  case value(TypeReference)
  /// A map whose keys are decoded by the same initializer.
  case fields(FieldsShape)
  /// A list whose elements are decoded by the same initializer.
  case elements(ElementsShape)
  /// Content that the sources do not show, with the reason.
  case unchecked(String)
}
