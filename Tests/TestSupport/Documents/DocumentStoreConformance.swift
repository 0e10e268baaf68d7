package import TaneCore

/// Checks that every `DocumentStore` must pass.
///
/// ```swift
/// @Test("MyDatabase conforms to its port", arguments: DocumentStoreConformance.checks)
/// func conforms(check: DocumentStoreConformance.Check) async throws {
///   try await check.run(on: MyDatabase())
/// }
/// ```
package enum DocumentStoreConformance {
  /// A requirement of a store.
  package typealias Check = Conformance<any DocumentStore>.Check

  /// All checks.
  package static let checks: [Check] =
    valueChecks + writeChecks + expectationChecks + queryChecks + randomQueryChecks + listingChecks
}

extension DocumentStore {
  /// Replaces the fields of a document.
  @discardableResult
  func set(_ fields: DocumentFields, at path: String) async throws -> DocumentCommit {
    try await commit([.set(fields, at: path)])
  }

  /// Returns the paths of the documents that a query selects.
  func paths(matching query: DocumentQuery) async throws -> [String] {
    try await documents(matching: query).map(\.path.description)
  }
}

extension DocumentWrite {
  /// Returns a write that replaces the fields of a document.
  static func set(
    _ fields: DocumentFields,
    at path: String,
    if precondition: DocumentPrecondition = .none
  ) -> DocumentWrite {
    DocumentWrite(
      path: DocumentPath(parsing: path),
      operation: .update(fields, mask: nil),
      precondition: precondition
    )
  }

  /// Returns a write that removes a document.
  static func delete(
    _ path: String,
    if precondition: DocumentPrecondition = .none
  ) -> DocumentWrite {
    DocumentWrite(
      path: DocumentPath(parsing: path),
      operation: .delete,
      precondition: precondition
    )
  }
}

/// Throws a failure unless `body` throws a `DocumentConflict` with the reason.
func expectConflict<Value>(
  _ reason: DocumentConflict.Reason,
  from subject: String,
  _ body: () async throws -> Value
) async throws {
  try await expect("a conflict of \(reason)", from: subject, body) { (conflict: DocumentConflict) in
    conflict.reason == reason
  }
}
