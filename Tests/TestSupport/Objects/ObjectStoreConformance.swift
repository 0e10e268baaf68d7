package import TaneCore

/// Checks that every `ObjectStore` must pass.
///
/// ```swift
/// @Test("MyBucket conforms to its port", arguments: ObjectStoreConformance.checks)
/// func conforms(check: ObjectStoreConformance.Check) async throws {
///   try await check.run(on: MyBucket())
/// }
/// ```
package enum ObjectStoreConformance {
  /// A requirement of a store.
  package typealias Check = Conformance<any ObjectStore>.Check

  /// All checks.
  package static let checks: [Check] =
    contentChecks + nameChecks + preconditionChecks + listingChecks + pagingChecks
}

extension ObjectStore {
  /// Stores text as an object with the given name.
  @discardableResult
  func put(
    _ text: String,
    at name: String,
    if precondition: ObjectPrecondition = .none
  ) async throws -> StoredObject {
    try await put(Array(text.utf8), at: name, metadata: ObjectMetadata(), if: precondition)
  }
}
