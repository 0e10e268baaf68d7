package import TaneCore

/// What every `TreeStore` must do, as checks to run against one.
///
/// ```swift
/// @Test("MyStore conforms to its port", arguments: TreeStoreConformance.checks)
/// func conforms(check: TreeStoreConformance.Check) async throws {
///   try await check.run(on: MyStore())
/// }
/// ```
package enum TreeStoreConformance {
  /// One thing that a store must do.
  package typealias Check = Conformance<any TreeStore>.Check

  /// All checks.
  package static let checks: [Check] =
    valueChecks + structureChecks + keyChecks + updateChecks + refusalChecks + expectationChecks
    + keyQueryChecks + valueQueryChecks + agreementChecks + taskChecks
}
