/// The extent to which the sources show how types are decoded.
public struct SourceCoverage: Sendable {
  /// The extent to which a type's decoding is analyzed.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Everything: the compiler derives `init(from:)`, or a hand-written one is analyzed
    /// completely, and the types of all values are known.
    case full
    /// Only part, because a hand-written `init(from:)` is not analyzed completely.
    case handWritten
    /// Everything except parts that are assumed to be valid, such as properties with a wrapper, in
    /// `#if` or without a type annotation.
    case assumed
    /// Everything except values of types that no source declares.
    case foreign
    /// Nothing, because of a macro, computed keys, or an initializer that decodes in several ways.
    case opaque
    /// Nothing, because the name is declared more than once.
    case ambiguous
  }

  /// The coverage of the decodable types, keyed by qualified name.
  package let kinds: [String: Kind]

  /// Returns the number of types with the given kind of coverage.
  public func count(_ kind: Kind) -> Int { kinds.values.count { $0 == kind } }
}

extension SourceIndex {
  /// The coverage of the decodable types.
  public var coverage: SourceCoverage {
    let names = decodableTypeNames
    return SourceCoverage(kinds: Dictionary(uniqueKeysWithValues: names.map { ($0, kind(of: $0)) }))
  }

  private func kind(of name: String) -> SourceCoverage.Kind {
    guard let found = types[name], found.count == 1, let type = found.first else {
      return .ambiguous
    }
    let schema = SchemaBuilder(index: self, type: type).schema()
    let references: [TypeReference]
    switch schema.shape {
    case .opaque where schema.isFullyAnalyzed: references = []
    case .opaque: return .opaque
    case .rawValues: references = []
    case .elements(let shape): references = shape.references
    case .value(let type), .attempted(let type): references = [type]
    case .union(let types, _): references = types
    case .fields(let fields): references = fields.references
    case .cases(let cases): references = cases.flatMap(\.fields.references)
    }
    guard schema.assumptions.isEmpty else {
      return type.initializer == nil ? .assumed : .handWritten
    }
    return references.allSatisfy { isKnown($0, in: type) } ? .full : .foreign
  }

  private func isKnown(_ reference: TypeReference, in type: DeclaredType) -> Bool {
    switch reference {
    case .optional(let wrapped), .array(let wrapped), .set(let wrapped):
      return isKnown(wrapped, in: type)
    case .dictionary(let key, let value): return isKnown(key, in: type) && isKnown(value, in: type)
    case .other: return false
    case .named(let names):
      guard names.flatMap(\.arguments).allSatisfy({ isKnown($0, in: type) }) else { return false }
      switch find(names.map(\.text), from: type.scope) {
      case .declared, .alias, .parameter: return true
      case .ambiguous: return false
      case .missing:
        return names.count <= 2 && names.last.flatMap { KnownType(name: $0.text) } != nil
      }
    }
  }
}

extension FieldsShape {
  /// The types of the fields' values.
  fileprivate var references: [TypeReference] {
    fields.flatMap { field -> [TypeReference] in
      [.unread, .identifier].contains(field.presence) ? [] : field.content.references
    }
  }
}

extension ElementsShape {
  fileprivate var references: [TypeReference] {
    (first + (rest.map { [$0] } ?? [])).flatMap(\.references)
  }
}

extension FieldContent {
  fileprivate var references: [TypeReference] {
    switch self {
    case .value(let type), .rawValue(let type): [type]
    case .fields(let shape): shape.references
    case .elements(let shape): shape.references
    case .unchecked: []
    }
  }
}
