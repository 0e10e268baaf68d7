package import TaneCore

/// Checks that every `TreeStore` must pass.
///
/// ```swift
/// @Test("MyStore conforms to its port", arguments: TreeStoreConformance.checks)
/// func conforms(check: TreeStoreConformance.Check) async throws {
///   try await check.run(on: MyStore())
/// }
/// ```
package enum TreeStoreConformance {
  /// A requirement of a store.
  package typealias Check = Conformance<any TreeStore>.Check

  /// All checks.
  package static let checks: [Check] =
    valueChecks + structureChecks + keyChecks + updateChecks + refusalChecks + expectationChecks
    + keyQueryChecks + valueQueryChecks + agreementChecks + taskChecks
}
