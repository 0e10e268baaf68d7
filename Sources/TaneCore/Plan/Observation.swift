/// The result of observing a resource of the fixtures in the environment.
package enum Observation: Sendable {
  /// The same content as in the fixtures; with the service's tag if it has one.
  case same(tag: String?)
  /// The resource, or its absence.
  case found(Resource)
  /// Nothing, but a leaf above it that a write would replace.
  case below(leaf: Resource)
}
