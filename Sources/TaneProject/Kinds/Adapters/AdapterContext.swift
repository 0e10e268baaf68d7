/// The settings of an environment and the cache of earlier comparisons that adapters use.
package struct AdapterContext: Sendable {
  package let profile: EnvironmentProfile
  /// The mappings, which determine how output identifies list elements.
  package let mappings: Mappings
  /// The cache of earlier comparisons, or nil to read everything from the services.
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
