package import TaneCore

/// The schema of a declared type according to its sources.
package struct TypeSchema: Sendable, Hashable, Codable {
  /// The qualified name of the type, such as `Shop.Kind`.
  package let name: String
  /// The names of the generic parameters, beginning with the parameters of the outer types.
  package let genericParameters: [String]
  /// The shape of the type's data.
  package let shape: TypeShape
  /// The steps of a hand-written initializer that the shape does not express.
  package let steps: [Step<StepShape>]
  /// The assumptions that the schema depends on, one clause each.
  package let assumptions: [String]
  /// The position of the declaration.
  package let place: SourcePosition

  /// A Boolean value indicating whether the sources show all data that the type decodes.
  var isFullyAnalyzed: Bool {
    if case .opaque = shape, steps.isEmpty { return false }
    return assumptions.isEmpty
  }
}
