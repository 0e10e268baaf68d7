public import TaneCore
import TaneInMemory
import TaneProject
import TaneSeeding

/// Makes stores in memory for a test alone, and seeds the fixtures of an environment into them.
///
/// Tests that run side by side do not see each other, and the environment itself is neither read nor written. It works
/// in every test library: call it at the start of a test, or in `setUp() async throws` of XCTest.
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
///   - fixtures: The fixtures: those of the project around the test, unless said otherwise.
///   - testFile: The file from which the project is looked for.
/// - Returns: A store for each service of the environment, by its name in the profile.
/// - Throws: `MappingDataError` where the fixtures have errors, an `EnvironmentError` where the profile has some, and
///   a `StoreError` where a store does not take a value.
public func seededStores(
  from fixtures: ProjectFixtures = ProjectFixtures(),
  testFile: String = #filePath
) async throws -> EnvironmentStores {
  let loaded = try fixtures.load(testFile: testFile)
  let stores = inMemoryStores(of: loaded.profile)
  let adapters = AdapterContext(loaded.profile)
  let comparison = EnvironmentComparison(loaded.fixtures, adapters, PlanPolicy(loaded.profile))
  let plan = Plan(try await comparison.run(against: stores.readers))
  let materials = PlanMaterials(loaded.fixtures, in: loaded.project)
  try await PlanRun(plan, on: stores, adapters, with: materials).apply()
  return stores
}

/// An empty store for each service of an environment.
private func inMemoryStores(of profile: EnvironmentProfile) -> EnvironmentStores {
  var stores = EnvironmentStores()
  for service in profile.services(of: .databases) {
    stores.add(InMemoryTreeStore(), named: service.name, as: .databases)
  }
  for service in profile.services(of: .buckets) {
    stores.add(InMemoryObjectStore(), named: service.name, as: .buckets)
  }
  for service in profile.services(of: .firestore) {
    stores.add(InMemoryDocumentStore(), named: service.name, as: .firestore)
  }
  for service in profile.services(of: .accounts) {
    stores.add(InMemoryAccountStore(), named: service.name, as: .accounts)
  }
  for service in profile.services(of: .remoteConfig) {
    stores.add(InMemoryRemoteConfigStore(), named: service.name, as: .remoteConfig)
  }
  return stores
}
