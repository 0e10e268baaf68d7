import TaneCore

/// A declared type, with its extensions.
struct DeclaredType: Sendable {
  let summary: DeclarationSummary
  let file: String
  /// The extensions with the names of their files.
  var extensions: [(summary: DeclarationSummary, file: String)] = []

  /// The qualified name.
  let name: String

  /// The position of the declaration.
  var place: SourcePosition { summary.place.inFile(file) }

  /// The inheritance clauses of the declaration and its extensions.
  var inherited: [TypeReference] {
    summary.inherited + extensions.flatMap(\.summary.inherited)
  }

  /// The hand-written `init(from:)`, with the name of its file.
  var initializer: (summary: InitializerSummary, file: String)? {
    if let own = summary.initializer { return (own, file) }
    for part in extensions {
      if let own = part.summary.initializer { return (own, part.file) }
    }
    return nil
  }

  /// The type of a property `rawValue` in the declaration or an extension.
  var rawValueType: TypeReference? {
    summary.rawValueType ?? extensions.lazy.compactMap(\.summary.rawValueType).first
  }

  /// The type of a property `id` in the declaration or an extension.
  var identifierType: TypeReference? {
    summary.identifierType ?? extensions.lazy.compactMap(\.summary.identifierType).first
  }

  /// The raw values that a hand-written `init(rawValue:)` accepts, or nil if the initializer is
  /// derived.
  var rawValues: RawValuesSummary? {
    summary.rawValues ?? extensions.lazy.compactMap(\.summary.rawValues).first
  }

  /// A Boolean value indicating whether the type is a coding key type that accepts any string.
  var keepsText: Bool {
    [.structure, .extensionOf].contains(summary.kind) && computesKeys && summary.keepsText
      && extensions.allSatisfy(\.summary.keepsText)
  }

  /// The type of a property `wrappedValue` in the declaration or an extension.
  var wrappedValueType: TypeReference? {
    summary.wrappedValueType ?? extensions.lazy.compactMap(\.summary.wrappedValueType).first
  }

  /// Returns the type of a static property in the declaration or an extension.
  func staticType(_ name: String) -> TypeReference? {
    summary.staticTypes[name] ?? extensions.lazy.compactMap { $0.summary.staticTypes[name] }.first
  }

  /// A Boolean value indicating whether the type computes the strings of its coding keys.
  var computesKeys: Bool {
    summary.computesKeys || extensions.contains { $0.summary.computesKeys }
  }
}
