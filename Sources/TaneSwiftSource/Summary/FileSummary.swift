/// What one source file declares, as far as decoding is concerned: the unit of the cache.
struct FileSummary: Sendable, Hashable, Codable {
  var declarations: [DeclarationSummary] = []
}

/// A line and a column of the file that is summed up, both from 1.
struct Place: Sendable, Hashable, Codable {
  let line: Int
  let column: Int

  func inFile(_ name: String) -> DeclarationPlace {
    DeclarationPlace(file: name, line: line, column: column)
  }
}

/// A type, an extension of one, or another name for one.
struct DeclarationSummary: Sendable, Hashable, Codable {
  enum Kind: String, Sendable, Hashable, Codable {
    case structure, classType, enumeration, protocolType, extensionOf, alias
  }

  let kind: Kind
  /// The name; of an extension the extended type's, which may be dotted.
  let name: String
  /// The names of the types that the declaration is nested in.
  let scope: [String]
  let place: Place
  var genericParameters: [String] = []
  /// What follows the colon.
  var inherited: [TypeReference] = []
  /// The names of attributes that may be macros.
  var attributes: [String] = []
  /// Whether only the same file sees the declaration.
  var isPrivate = false
  /// What another name stands for.
  var target: TypeReference?
  var properties: [PropertySummary] = []
  var cases: [CaseSummary] = []
  var initializer: InitializerSummary?
  /// The type of a property `rawValue` that is written out.
  var rawValueType: TypeReference?
  /// The types for which an extension of `KeyedDecodingContainer` has a `decode` of its own.
  var decodedTypes: [TypeReference] = []
  /// Whether coding keys compute their own text.
  var computesKeys = false

  /// The name with those of the types around it.
  var qualifiedName: String { (scope + [name]).joined(separator: ".") }
}

/// A stored property.
struct PropertySummary: Sendable, Hashable, Codable {
  let name: String
  /// The type; nil where it is neither written nor plain from the value.
  let type: TypeReference?
  let place: Place
  /// Whether the property is a constant that has its value already.
  let isFixed: Bool
  /// The names of attributes that may be property wrappers or macros.
  let attributes: [String]
  /// Whether the property stands inside `#if`.
  let isConditional: Bool
}

/// A case of an enumeration.
struct CaseSummary: Sendable, Hashable, Codable {
  struct Parameter: Sendable, Hashable, Codable {
    let label: String?
    let type: TypeReference
  }

  let name: String
  /// The raw value as it is written, the quotation marks of a text removed.
  let rawValue: String?
  let parameters: [Parameter]
  let place: Place
}
