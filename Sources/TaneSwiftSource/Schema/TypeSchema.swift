public import TaneCore

/// What a declared type reads, as its sources say.
public struct TypeSchema: Sendable, Hashable, Codable {
  /// The type's name with those of the types that it is nested in: `Shop.Kind`.
  public let name: String
  /// The names of the generic parameters, those of the outer types first.
  public let genericParameters: [String]
  /// What the type reads.
  public let shape: TypeShape
  /// What had to be assumed, one clause each.
  public let assumptions: [String]
  /// Where the type is declared.
  public let place: SourcePosition
}
