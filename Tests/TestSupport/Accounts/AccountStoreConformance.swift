package import TaneCore

/// What every `AccountStore` must do, as checks to run against one.
///
/// ```swift
/// @Test("MyAccounts conforms to its port", arguments: AccountStoreConformance.checks)
/// func conforms(check: AccountStoreConformance.Check) async throws {
///   try await check.run(on: MyAccounts())
/// }
/// ```
package enum AccountStoreConformance {
  /// One thing that a store must do.
  package typealias Check = Conformance<any AccountStore>.Check

  /// All checks.
  package static let checks: [Check] = accountChecks
}
