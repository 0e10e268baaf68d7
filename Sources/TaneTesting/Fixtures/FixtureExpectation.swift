public import TaneCore
import TaneProject
import TaneSeeding

/// Expects that an environment holds what its fixtures say, and fails with what differs, as `tane diff`
/// prints it.
///
/// It works in every test library, because it throws: Swift Testing and XCTest print the error.
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
///   - addresses: What is compared, such as `shops:/shops`; all that fixtures describe if none is named.
///   - fixtures: The fixtures: those of the project around the test, unless said otherwise.
///   - allowsExtras: Whether the environment may hold what no fixture lists, which a seed leaves.
///   - testFile: The file from which the project is looked for.
/// - Returns: The difference: what is the same, ignored or an extra.
/// - Throws: `UnexpectedDifference` with all that differs; `MappingDataError` where there are no fixtures to
///   compare with, and errors of profiles and stores.
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
