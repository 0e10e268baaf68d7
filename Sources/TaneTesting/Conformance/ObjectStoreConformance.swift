public import TaneCore

/// What every `ObjectStore` must do, as checks to run against one.
///
/// ```swift
/// @Test("conforms to the port", arguments: ObjectStoreConformance.checks)
/// func conforms(check: ObjectStoreConformance.Check) async throws {
///   try await check.run(on: MyBucket())
/// }
/// ```
public struct ObjectStoreConformance: Sendable {
  /// One thing that a store must do.
  public struct Check: Sendable, CustomStringConvertible {
    /// What the store must do, a sentence without a full stop.
    public let name: String
    private let body: @Sendable (any ObjectStore) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (any ObjectStore) async throws -> Void) {
      self.name = name
      self.body = body
    }

    /// The name.
    public var description: String { name }

    /// Runs the check on an empty store of its own.
    ///
    /// Throws a `ConformanceFailure` that says what was expected and what was found.
    public func run(on store: any ObjectStore) async throws {
      try await body(store)
    }
  }

  /// All checks.
  public static let checks: [Check] =
    contentChecks + nameChecks + preconditionChecks + listingChecks + pagingChecks

  private let makeStore: @Sendable () async throws -> any ObjectStore

  /// Creates the conformance tests of the stores that a factory makes, each of them empty.
  public init(makeStore: @escaping @Sendable () async throws -> any ObjectStore) {
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
