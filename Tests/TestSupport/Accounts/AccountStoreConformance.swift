package import TaneCore

/// Checks that every `AccountStore` must pass.
///
/// ```swift
/// @Test("MyAccounts conforms to its port", arguments: AccountStoreConformance.checks)
/// func conforms(check: AccountStoreConformance.Check) async throws {
///   try await check.run(on: MyAccounts())
/// }
/// ```
package enum AccountStoreConformance {
  /// A requirement of a store.
  package typealias Check = Conformance<any AccountStore>.Check

  /// All checks.
  package static let checks: [Check] = accountChecks
}
