/// The result of observing a resource of the fixtures in the environment.
package enum Observation: Sendable {
  /// The same content as in the fixtures, with the version that the service reported, if any.
  case same(tag: String?)
  /// The resource, or its absence.
  case found(Resource)
  /// The resource does not exist, but a leaf above its address does, which a write would replace.
  case below(leaf: Resource)
}
