public import TaneCore
import TaneProject
import TaneSeeding

/// Expects that an environment matches its fixtures, and fails with the difference in the format of
/// `tane diff`.
///
/// It works in every test library because it throws: Swift Testing and XCTest print the error.
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
///   - addresses: The addresses to compare, such as `shops:/shops`; by default everything that the
///     fixtures describe.
///   - fixtures: The fixtures; by default, the fixtures of the project that contains the test.
///   - allowsExtras: True if the environment may contain extras, which a seed keeps.
///   - testFile: The test's source file, from which the search for the project starts.
/// - Returns: The difference, with unchanged and ignored values and extras.
/// - Throws: `UnexpectedDifference` with all changes; `MappingDataError` if there are no fixtures
///   to compare with, and errors from profiles and stores.
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
