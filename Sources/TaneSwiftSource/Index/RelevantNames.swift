/// The names that make a source file relevant.
struct RelevantNames {
  /// The names that make a file relevant wherever they occur.
  private(set) var anywhere: Set<String> = []
  /// The names that make a file relevant if it declares them.
  private(set) var declared: Set<String> = []
  /// The names of protocols and classes, which make a file relevant if types in it may inherit from
  /// them.
  private(set) var inherited: Set<String> = []

  /// The standard library's names for decoding.
  private static let decoding: Set<String> = [
    "Codable", "Decodable", "Decoder", "CodingKey", "CodingKeys", "CodingKeyRepresentable",
    "KeyedDecodingContainer", "KeyedDecodingContainerProtocol",
  ]

  /// Returns the names for the first search: the standard library's names for decoding and the
  /// names of the requested types.
  static func first(naming types: [TypeReference]) -> RelevantNames {
    var names = RelevantNames(anywhere: decoding)
    types.forEach { names.insert($0) }
    names.declared.subtract(KnownType.names)
    // Extensions of the types are relevant as well.
    names.inherited.formUnion(names.declared)
    return names
  }

  init(anywhere: Set<String> = []) { self.anywhere = anywhere }

  /// Collects the names that decodable types refer to, and the names of types that other types may
  /// inherit from.
  ///
  /// The target of an alias is relevant if the alias has been searched for, or if it is declared in
  /// a decodable type.
  init(
    of declarations: [DeclarationSummary],
    decodable: DecodableNames,
    searchedNames: RelevantNames
  ) {
    for declaration in declarations
    where decodable.contains(declaration)
      || declaration.kind == .alias && searchedNames.contains(declaration.name)
    {
      if let target = declaration.target { insert(target) }
      for property in declaration.properties {
        ([property.type, property.member].compactMap(\.self) + property.attributes).forEach {
          insert($0)
        }
      }
      declaration.cases.forEach { $0.parameters.forEach { insert($0.type) } }
      declaration.initializer?.reads.forEach { $0.type.map { insert($0) } }
      declaration.initializer?.nestedReads.forEach { $0.type.map { insert($0) } }
      declaration.initializer?.includes.forEach { insert($0) }
      if let value = declaration.initializer?.singleValue { insert(value) }
      declaration.initializer?.alternatives.forEach { insert($0) }
      declaration.initializer?.elements.forEach { $0.type.map { insert($0) } }
      declaration.initializer?.steps.steps.flatMap(\.reads).forEach { $0.type.map { insert($0) } }
      for variant in declaration.initializer?.variants?.variants ?? [] {
        variant.reads.forEach { $0.type.map { insert($0) } }
        variant.includes.forEach { insert($0) }
      }
      switch declaration.kind {
      case .protocolType, .classType: inherited.insert(declaration.name)
      case .alias where decodable.inheritsDecodable(declaration): inherited.insert(declaration.name)
      // A conformance may be declared in a file other than its type's file.
      case .extensionOf: insert(.named(declaration.name))
      default: break
      }
    }
    declared.subtract(KnownType.names)
  }

  var isEmpty: Bool { anywhere.isEmpty && declared.isEmpty && inherited.isEmpty }

  private func contains(_ name: String) -> Bool {
    anywhere.contains(name) || declared.contains(name)
  }

  mutating func formUnion(_ other: RelevantNames) {
    anywhere.formUnion(other.anywhere)
    declared.formUnion(other.declared)
    inherited.formUnion(other.inherited)
  }

  func subtracting(_ other: RelevantNames) -> RelevantNames {
    var rest = self
    rest.anywhere.subtract(other.anywhere)
    rest.declared.subtract(other.declared)
    rest.inherited.subtract(other.inherited)
    return rest
  }

  private mutating func insert(_ type: TypeReference) {
    switch type {
    case .named(let parts):
      for part in parts {
        declared.insert(part.text)
        part.arguments.forEach { insert($0) }
      }
    case .optional(let type), .array(let type), .set(let type): insert(type)
    case .dictionary(let key, let value):
      insert(key)
      insert(value)
    case .other: break
    }
  }
}
