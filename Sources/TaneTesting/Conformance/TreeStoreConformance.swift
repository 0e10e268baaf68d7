public import TaneCore

/// What every `TreeStore` must do, as checks to run against one.
///
/// ```swift
/// @Test("conforms to the port", arguments: TreeStoreConformance.checks)
/// func conforms(check: TreeStoreConformance.Check) async throws {
///   try await check.run(on: MyStore())
/// }
/// ```
public struct TreeStoreConformance: Sendable {
  /// One thing that a store must do.
  public struct Check: Sendable, CustomStringConvertible {
    /// What the store must do, a sentence without a full stop.
    public let name: String
    private let body: @Sendable (any TreeStore) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (any TreeStore) async throws -> Void) {
      self.name = name
      self.body = body
    }

    /// The name.
    public var description: String { name }

    /// Runs the check on an empty store of its own.
    ///
    /// Throws a `ConformanceFailure` that says what was expected and what was found.
    public func run(on store: any TreeStore) async throws {
      try await body(store)
    }
  }

  /// All checks.
  public static let checks: [Check] =
    valueChecks + structureChecks + keyChecks + updateChecks + refusalChecks + expectationChecks
    + keyQueryChecks + valueQueryChecks + agreementChecks + taskChecks

  private let makeStore: @Sendable () async throws -> any TreeStore

  /// Creates the conformance tests of the stores that a factory makes, each of them empty.
  public init(makeStore: @escaping @Sendable () async throws -> any TreeStore) {
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
