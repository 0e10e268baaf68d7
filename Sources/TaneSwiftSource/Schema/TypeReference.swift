/// A type as written in source code: `[Shop]`, `[String: UserInformation]?`, `Page<Shop>.Item`.
///
/// `Optional<Shop>`, `Array<Shop>`, `Set<Shop>` and `Dictionary<String, Shop>` are the same as
/// their short spellings. A reference is encoded as its text.
public indirect enum TypeReference: Sendable, Hashable {
  /// A name in a dotted type, with its generic arguments.
  public struct Name: Sendable, Hashable {
    /// The name without generic arguments.
    package let text: String
    /// The generic arguments; empty if there are none.
    package let arguments: [TypeReference]

    package init(_ text: String, _ arguments: [TypeReference] = []) {
      self.text = text
      self.arguments = arguments
    }
  }

  /// A named type, given by the components of its dotted name, outermost first.
  case named([Name])
  /// An optional value.
  case optional(TypeReference)
  /// An array.
  case array(TypeReference)
  /// A set.
  case set(TypeReference)
  /// A dictionary.
  case dictionary(TypeReference, TypeReference)
  /// A type that is not decodable, such as a tuple, a function or an existential.
  case other(String)

  /// The names of a `named` type joined by dots, without generic arguments; nil in other cases.
  package var dottedName: String? {
    guard case .named(let names) = self else { return nil }
    return names.map(\.text).joined(separator: ".")
  }

  /// The last name of a `named` type, without generic arguments; nil in other cases.
  var simpleName: String? {
    if case .named(let names) = self { names.last?.text } else { nil }
  }

  /// A Boolean value indicating whether an attribute with this name is assumed to be a global
  /// actor, which does not affect decoding.
  var isGlobalActorAttribute: Bool { simpleName?.hasSuffix("Actor") ?? false }

  /// The type without its outer optionals.
  package var unwrapped: TypeReference {
    if case .optional(let wrapped) = self { wrapped.unwrapped } else { self }
  }

  /// Returns the reference to a type by its simple or dotted name.
  package static func named(_ dotted: String) -> TypeReference {
    .named(dotted.split(separator: ".").map { Name(String($0)) })
  }
}

extension TypeReference: CustomStringConvertible {
  /// The type in short Swift notation.
  public var description: String {
    switch self {
    case .named(let names): names.map(\.description).joined(separator: ".")
    case .optional(let wrapped): "\(wrapped)?"
    case .array(let element): "[\(element)]"
    case .set(let element): "Set<\(element)>"
    case .dictionary(let key, let value): "[\(key): \(value)]"
    case .other(let text): text
    }
  }
}

extension TypeReference.Name: CustomStringConvertible {
  /// The name with its arguments.
  public var description: String {
    arguments.isEmpty
      ? text : "\(text)<\(arguments.map(\.description).joined(separator: ", "))>"
  }
}

extension TypeReference: Codable {
  /// Decodes the text of the type.
  public init(from decoder: any Decoder) throws {
    self.init(text: try decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the text of the type.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
