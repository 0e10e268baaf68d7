package import TaneCore

/// What every `ObjectStore` must do, as checks to run against one.
///
/// ```swift
/// @Test("MyBucket conforms to its port", arguments: ObjectStoreConformance.checks)
/// func conforms(check: ObjectStoreConformance.Check) async throws {
///   try await check.run(on: MyBucket())
/// }
/// ```
package enum ObjectStoreConformance {
  /// One thing that a store must do.
  package typealias Check = Conformance<any ObjectStore>.Check

  /// All checks.
  package static let checks: [Check] =
    contentChecks + nameChecks + preconditionChecks + listingChecks + pagingChecks
}

extension ObjectStore {
  /// Stores text under a name.
  @discardableResult
  func put(
    _ text: String,
    at name: String,
    if precondition: ObjectPrecondition = .none
  ) async throws -> StoredObject {
    try await put(Array(text.utf8), at: name, metadata: ObjectMetadata(), if: precondition)
  }
}
