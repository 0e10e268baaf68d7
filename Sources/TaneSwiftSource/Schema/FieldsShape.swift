public import TaneCore

/// The keys that a type reads from a map.
public struct FieldsShape: Sendable, Hashable, Codable {
  /// The keys with what is read from them, in the order of their declaration.
  public var fields: [FieldShape] = []
  /// The types that read their own keys from the same map: a superclass, a part of a hand-written
  /// initializer.
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
  /// The keys that are read, by the key's value.
  public let fields: [String: FieldsShape]
}

/// A key that a type reads.
public struct FieldShape: Sendable, Hashable, Codable {
  /// The requirement for a key to be present.
  public enum Presence: String, Sendable, Hashable, Codable {
    /// The key must be there.
    case required
    /// The key may be absent or null.
    case optional
    /// The key may be absent, and its value is read wherever it is there, a null as well.
    case contained
    /// The key is read under `try?`: what goes wrong then does not show.
    case attempted
    /// The key may be read, and what goes wrong then does not show or does not always happen.
    case tolerated
    /// The key belongs to the type, which does not read it: a constant with a value.
    case unread
    /// The property is filled with the identifier of the document that holds the map, and no key is read.
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
  /// The same key where what goes wrong with it does not count.
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

/// The elements of a list that an initializer reads one after the other.
public struct ElementsShape: Sendable, Hashable, Codable {
  /// The content of the first elements.
  public var first: [FieldContent] = []
  /// The number of required elements among them.
  public var requiredCount = 0
  /// The content of each remaining element, or nil if none is read.
  public var rest: FieldContent?
}

/// The content of a key.
public indirect enum FieldContent: Sendable, Hashable, Codable {
  /// A value of a type.
  case value(TypeReference)
  /// A map whose keys the same initializer reads.
  case fields(FieldsShape)
  /// A list whose elements the same initializer reads.
  case elements(ElementsShape)
  /// Something that the sources do not tell, with the reason.
  case unchecked(String)
}
