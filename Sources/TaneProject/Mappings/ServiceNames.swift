/// The names of the services that the profiles of a project know.
public struct ServiceNames: Sendable, Hashable {
  /// The names of the databases, sorted.
  public let databases: [String]
  /// The names of the buckets, sorted.
  public let buckets: [String]
  /// Whether a profile says where Firestore is.
  public let hasFirestore: Bool

  /// Creates names.
  public init(databases: [String], buckets: [String] = [], hasFirestore: Bool = false) {
    self.databases = databases.sorted()
    self.buckets = buckets.sorted()
    self.hasFirestore = hasFirestore
  }

  /// Gathers the names of all services of some profiles.
  public init(of profiles: some Sequence<EnvironmentProfile>) {
    let profiles = Array(profiles)
    self.init(
      databases: Array(Set(profiles.flatMap { $0.databases.map(\.name) })),
      buckets: Array(Set(profiles.flatMap { $0.buckets.map(\.name) })),
      hasFirestore: profiles.contains { $0.firestore != nil }
    )
  }
}
