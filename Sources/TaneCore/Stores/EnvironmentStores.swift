/// The stores of one environment, by the names that its profile gives them.
public struct EnvironmentStores: Sendable {
  /// The Realtime Databases.
  public let databases: [String: any TreeStore]
  /// The storage buckets.
  public let buckets: [String: any ObjectStore]

  /// Creates the stores of an environment.
  public init(
    databases: [String: any TreeStore] = [:],
    buckets: [String: any ObjectStore] = [:]
  ) {
    self.databases = databases
    self.buckets = buckets
  }
}
