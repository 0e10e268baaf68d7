public import TaneCore

/// The schema of a declared type according to its sources.
public struct TypeSchema: Sendable, Hashable, Codable {
  /// The type's name with those of the types that it is nested in: `Shop.Kind`.
  public let name: String
  /// The names of the generic parameters, those of the outer types first.
  public let genericParameters: [String]
  /// The shape of the type's data.
  public let shape: TypeShape
  /// The assumptions, one clause each.
  public let assumptions: [String]
  /// The position of the declaration.
  public let place: SourcePosition
}
