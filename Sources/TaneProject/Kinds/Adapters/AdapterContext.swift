/// The context of adapters: the environment's settings and the results of earlier comparisons.
public struct AdapterContext: Sendable {
  /// The environment.
  public let profile: EnvironmentProfile
  /// The mappings, which identify elements of lists in output.
  public let mappings: Mappings
  /// The cache of earlier comparisons, or nil to read everything.
  public let known: (any KnownTags)?

  /// Creates a context.
  public init(
    _ profile: EnvironmentProfile,
    mappings: Mappings = Mappings(),
    known: (any KnownTags)? = nil
  ) {
    self.profile = profile
    self.mappings = mappings
    self.known = known
  }
}
