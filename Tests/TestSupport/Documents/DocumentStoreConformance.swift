package import TaneCore

/// What every `DocumentStore` must do, as checks to run against one.
///
/// ```swift
/// @Test("MyDatabase conforms to its port", arguments: DocumentStoreConformance.checks)
/// func conforms(check: DocumentStoreConformance.Check) async throws {
///   try await check.run(on: MyDatabase())
/// }
/// ```
package enum DocumentStoreConformance {
  /// One thing that a store must do.
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

  /// The paths of the documents that a query selects.
  func paths(matching query: DocumentQuery) async throws -> [String] {
    try await documents(matching: query).map(\.path.description)
  }
}

extension DocumentWrite {
  /// A write that replaces the fields of a document.
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

  /// A write that removes a document.
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

/// Throws a failure unless `body` throws a `DocumentConflict` of a reason.
func expectConflict<Value>(
  _ reason: DocumentConflict.Reason,
  from subject: String,
  _ body: () async throws -> Value
) async throws {
  try await expect("a conflict of \(reason)", from: subject, body) { (conflict: DocumentConflict) in
    conflict.reason == reason
  }
}
