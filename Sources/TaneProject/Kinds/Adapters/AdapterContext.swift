/// What adapters know of the environment besides its services.
public struct AdapterContext: Sendable {
  /// The environment.
  public let profile: EnvironmentProfile
  /// What says how elements of lists are found again for people.
  public let mappings: Mappings
  /// What earlier comparisons know; nil to read everything.
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
