public import TaneCore

/// What every `DocumentStore` must do, as checks to run against one.
///
/// ```swift
/// @Test("conforms to the port", arguments: DocumentStoreConformance.checks)
/// func conforms(check: DocumentStoreConformance.Check) async throws {
///   try await check.run(on: MyDatabase())
/// }
/// ```
public struct DocumentStoreConformance: Sendable {
  /// One thing that a store must do.
  public struct Check: Sendable, CustomStringConvertible {
    /// What the store must do, a sentence without a full stop.
    public let name: String
    private let body: @Sendable (any DocumentStore) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (any DocumentStore) async throws -> Void) {
      self.name = name
      self.body = body
    }

    /// The name.
    public var description: String { name }

    /// Runs the check on an empty store of its own.
    ///
    /// Throws a `ConformanceFailure` that says what was expected and what was found.
    public func run(on store: any DocumentStore) async throws {
      try await body(store)
    }
  }

  /// All checks.
  public static let checks: [Check] =
    valueChecks + writeChecks + expectationChecks + queryChecks + listingChecks

  private let makeStore: @Sendable () async throws -> any DocumentStore

  /// Creates the conformance tests of the stores that a factory makes, each of them empty.
  public init(makeStore: @escaping @Sendable () async throws -> any DocumentStore) {
    self.makeStore = makeStore
  }

  /// Runs every check on a store of its own and throws one failure that lists all that failed.
  public func run() async throws {
    var failures: [String] = []
    for check in Self.checks {
      do {
        try await check.run(on: try await makeStore())
      } catch {
        failures.append("\(check.name): \(error)")
      }
    }
    guard failures.isEmpty else { throw ConformanceFailure(failures.joined(separator: "\n")) }
  }
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
  do {
    _ = try await body()
  } catch let conflict as DocumentConflict where conflict.reason == reason {
    return
  } catch let error {
    throw ConformanceFailure("\(subject): expected a conflict of \(reason), found \(error)")
  }
  throw ConformanceFailure("\(subject): expected a conflict of \(reason), found none")
}
