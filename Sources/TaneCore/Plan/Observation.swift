/// The result of looking up a fixture's resource in the environment.
package enum Observation: Sendable {
  /// The content equals that of the fixtures; `tag` is the service's version, if any.
  case same(tag: String?)
  /// The resource with its live content, or without content if it does not exist.
  case found(Resource)
  /// The resource does not exist, but a write would replace a leaf above its address.
  case below(leaf: Resource)
}
