public import TaneCore

/// The fixtures of an environment, compiled into a test target by the `TaneProfiles` plug-in.
///
/// The plug-in generates a value for each environment, such as `CompiledFixtures.local`, which
/// `seededStores(from:)` loads without files, YAML or SQLite, so that tests can run in a simulator.
public struct CompiledFixtures: Sendable {
  private let stores: Result<EnvironmentStores, StoreError>

  /// Creates fixtures from generated code.
  ///
  /// - Parameter services: The kind, name and store content of each service of the environment.
  public init(_ services: [(kind: String, name: String, content: [String])]) {
    stores = Result { () throws(StoreError) in
      var stores = EnvironmentStores()
      for (kind, name, texts) in services {
        guard let kind = InMemoryKind.of(ServiceKind(kind)), let content = CompiledContent(texts),
          kind.load(content, name, &stores)
        else {
          throw StoreError(
            .invalidData,
            service: name,
            "the compiled fixtures cannot be decoded; clean the build folder and build again"
          )
        }
      }
      return stores
    }
  }

  /// Returns new stores with the content of the fixtures.
  func copy() throws(StoreError) -> EnvironmentStores {
    let stores = try stores.get()
    return InMemoryKind.all.reduce(into: EnvironmentStores()) { $1.copy(stores, &$0) }
  }
}

/// Creates in-memory stores for one test, with the fixtures that the `TaneProfiles` plug-in
/// compiled into the test target.
///
/// Parallel tests are isolated from each other. The function of the same name in `TaneTesting`
/// loads the fixtures from their files.
///
/// ```swift
/// @Test func rename() async throws {
///   let stores = try await seededStores(from: .local)
///   let manager = RealtimeDatabaseManager(databases: stores[.databases])
///   try await manager.shopsReference.child("shops/0/name").setValue("寿司")
///   …
/// }
/// ```
///
/// - Parameter fixtures: The fixtures of an environment, such as `.local`.
/// - Returns: A store for each service of the environment, keyed by service name.
/// - Throws: A `StoreError` if the fixtures were compiled by another version of the plug-in.
public func seededStores(from fixtures: CompiledFixtures) async throws -> EnvironmentStores {
  try fixtures.copy()
}
