/// A type, an extension of one, or another name for one.
package struct DeclarationSummary: Sendable, Hashable, Codable {
  /// The kind of a declaration.
  package enum Kind: String, Sendable, Hashable, Codable {
    case structure, classType, enumeration, protocolType, extensionOf, alias
  }

  package let kind: Kind
  /// The name; of an extension the extended type's, which may be dotted.
  package let name: String
  /// The names of the types that the declaration is nested in.
  package let scope: [String]
  package let place: Place
  package var genericParameters: [String] = []
  /// The types in the inheritance clause.
  package var inherited: [TypeReference] = []
  /// The attributes that may be macros.
  package var attributes: [TypeReference] = []
  /// A Boolean value indicating whether the declaration is visible in its file only.
  package var isPrivate = false
  /// A Boolean value indicating whether the declaration is in an `#if` branch that no iOS app compiles.
  package var isForOtherPlatforms = false
  /// The type that an alias stands for.
  package var target: TypeReference?
  package var properties: [PropertySummary] = []
  package var cases: [CaseSummary] = []
  package var initializer: InitializerSummary?
  /// The type of a property `rawValue` that is written out.
  package var rawValueType: TypeReference?
  /// The type of a property `wrappedValue`, which makes the type a property wrapper.
  package var wrappedValueType: TypeReference?
  /// The types of static properties, by their names.
  package var staticTypes: [String: TypeReference] = [:]
  /// The types for which an extension of `KeyedDecodingContainer` has a `decode` of its own.
  package var decodedTypes: [TypeReference] = []
  /// A Boolean value indicating whether coding keys compute their own text.
  package var computesKeys = false

  package init(kind: Kind, name: String, scope: [String], place: Place) {
    self.kind = kind
    self.name = name
    self.scope = scope
    self.place = place
  }

  /// The name with those of the types around it.
  var qualifiedName: String { (scope + [name]).joined(separator: ".") }
}
