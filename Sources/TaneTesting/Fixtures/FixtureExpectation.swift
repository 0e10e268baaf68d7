public import TaneCore
import TaneProject
import TaneSeeding

/// Expects that an environment matches its fixtures, and fails with the difference in the format of
/// `tane diff`.
///
/// It works with any test library, because Swift Testing and XCTest print the errors it throws.
///
/// ```swift
/// @Test func undo() async throws {
///   try await useCase.undo()
///   try await expectFixtures(in: readers, at: "shops:/shops")
/// }
/// ```
///
/// - Parameters:
///   - readers: The services of the environment.
///   - addresses: The addresses to compare, such as `shops:/shops`; by default, everything that the
///     fixtures describe.
///   - fixtures: The fixtures; by default, the fixtures of the project that contains the test.
///   - allowsExtras: True to ignore resources and values that only the environment contains.
///   - testFile: The test's source file, from which the search for the project starts.
/// - Returns: The difference, including unchanged, ignored and extra values.
/// - Throws: `UnexpectedDifference` with all changes; `MappingDataError` if there are no fixtures
///   to compare with; or an error from profiles and stores.
@discardableResult
public func expectFixtures(
  in readers: EnvironmentReaders,
  at addresses: String...,
  from fixtures: ProjectFixtures = ProjectFixtures(),
  allowsExtras: Bool = true,
  testFile: String = #filePath
) async throws -> Difference {
  let scope = ComparisonScope(try addresses.map { try Address(checked: $0) })
  let loaded = try fixtures.load(testFile: testFile)
  if let address = scope.addressesWithout(loaded.fixtures.resources).first {
    throw MappingDataError.noFixture(at: address, in: loaded.fixtures.sets)
  }
  let context = AdapterContext(loaded.profile, mappings: Mappings.load(from: loaded.project))
  let policy = PlanPolicy(loaded.profile, scope: scope)
  let difference = try await EnvironmentComparison(loaded.fixtures, context, policy)
    .run(against: readers)
  guard allowsExtras ? difference.isSettled : difference.isEmpty else {
    throw UnexpectedDifference(
      environment: loaded.profile.name,
      sets: loaded.fixtures.sets,
      difference: difference
    )
  }
  return difference
}
