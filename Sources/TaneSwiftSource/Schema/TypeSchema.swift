public import TaneCore

/// The schema of a declared type according to its sources.
public struct TypeSchema: Sendable, Hashable, Codable {
  /// The qualified name of the type: `Shop.Kind`.
  public let name: String
  /// The names of the generic parameters, beginning with those of the outer types.
  public let genericParameters: [String]
  /// The shape of the type's data.
  public let shape: TypeShape
  /// The assumptions, one clause each.
  public let assumptions: [String]
  /// The position of the declaration.
  public let place: SourcePosition
}
