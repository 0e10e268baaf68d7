/// The context of adapters: the environment's settings and the results of earlier comparisons.
package struct AdapterContext: Sendable {
  /// The profile of the environment.
  package let profile: EnvironmentProfile
  /// The mappings, which identify elements of lists in output.
  package let mappings: Mappings
  /// The cache of earlier comparisons, or nil to read everything.
  package let known: (any VersionCache)?

  package init(
    _ profile: EnvironmentProfile,
    mappings: Mappings = Mappings(),
    known: (any VersionCache)? = nil
  ) {
    self.profile = profile
    self.mappings = mappings
    self.known = known
  }
}
