public import TaneCore
import TaneInMemory
import TaneProject
import TaneSeeding

/// Creates in-memory stores for one test, seeded with an environment's fixtures.
///
/// Parallel tests are isolated from each other, and the environment itself is neither read nor
/// written. With any test library, call this at the start of a test, or in XCTest's `setUp() async
/// throws`.
///
/// ```swift
/// @Test func rename() async throws {
///   let stores = try await seededStores()
///   let manager = RealtimeDatabaseManager(databases: stores[.databases])
///   try await manager.shopsReference.child("shops/0/name").setValue("寿司")
///   …
/// }
/// ```
///
/// - Parameters:
///   - fixtures: The fixtures; by default, the fixtures of the project that contains the test.
///   - testFile: The test's source file, from which the search for the project starts.
/// - Returns: A store for each service of the environment, keyed by service name.
/// - Throws: `MappingDataError` if the fixtures have errors, an `EnvironmentError` if the profile
///   has errors, and a `StoreError` if a store rejects a value.
public func seededStores(
  from fixtures: ProjectFixtures = ProjectFixtures(),
  testFile: String = #filePath
) async throws -> EnvironmentStores {
  let loaded = try fixtures.load(testFile: testFile)
  let stores = EnvironmentStores(inMemory: loaded.profile.services.map { ($0.kind, $0.name) })
  let adapters = AdapterContext(loaded.profile)
  let comparison = EnvironmentComparison(loaded.fixtures, adapters, PlanPolicy(loaded.profile))
  let plan = Plan(try await comparison.run(against: stores.readers))
  let contentSource = PlanContentSource(loaded.fixtures, in: loaded.project)
  try await PlanRun(plan, on: stores, adapters, with: contentSource).apply()
  return stores
}
