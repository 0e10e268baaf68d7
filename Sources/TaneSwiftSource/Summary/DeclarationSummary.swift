/// The raw values that a hand-written `init(rawValue:)` accepts.
package enum RawValuesSummary: Sendable, Hashable, Codable {
  case all
  /// The strings or numbers that a `switch` lists.
  case listed([String])
  case unknown
}

/// A summary of a type, an extension or a type alias.
package struct DeclarationSummary: Sendable, Hashable, Codable {
  package enum Kind: String, Sendable, Hashable, Codable {
    case structure, classType, enumeration, protocolType, extensionOf, alias
  }

  package let kind: Kind
  /// The name; for an extension, the extended type's name, which may be dotted.
  package let name: String
  /// The names of the types that the declaration is nested in.
  package let scope: [String]
  package let place: Place
  package var genericParameters: [String] = []
  /// The types in the inheritance clause.
  package var inherited: [TypeReference] = []
  /// The attributes that may be macros.
  package var attributes: [TypeReference] = []
  /// A Boolean value indicating whether the declaration is visible only in its file.
  package var isPrivate = false
  /// A Boolean value indicating whether the declaration is in an `#if` branch that is never
  /// compiled for iOS.
  package var isForOtherPlatforms = false
  /// The target of an alias.
  package var target: TypeReference?
  package var properties: [PropertySummary] = []
  package var cases: [CaseSummary] = []
  package var initializer: InitializerSummary?
  /// The type annotation of the property `rawValue`.
  package var rawValueType: TypeReference?
  /// The type of the property `wrappedValue`; not nil if the declaration is a property wrapper.
  package var wrappedValueType: TypeReference?
  /// The type of the property `id`, stored or computed.
  package var identifierType: TypeReference?
  /// The types of static properties, by name.
  package var staticTypes: [String: TypeReference] = [:]
  /// The types for which an extension of `KeyedDecodingContainer` has a `decode` method.
  package var decodedTypes: [TypeReference] = []
  /// A Boolean value indicating whether the type computes the strings of its coding keys.
  package var computesKeys = false
  /// A Boolean value indicating whether a key type's initializers and `stringValue` only store and
  /// return the key's string, unchanged.
  package var keepsText = true
  /// The methods that an extension adds to keyed decoding containers.
  package var helpers: [HelperSummary] = []
  /// The raw values that a hand-written `init(rawValue:)` accepts.
  package var rawValues: RawValuesSummary?

  package init(kind: Kind, name: String, scope: [String], place: Place) {
    self.kind = kind
    self.name = name
    self.scope = scope
    self.place = place
  }

  var qualifiedName: String { (scope + [name]).joined(separator: ".") }
}
