/// Runs the checks that every store of a kind must pass, on stores created by a factory.
///
/// ```swift
/// try await Conformance(TreeStoreConformance.checks) { MyStore() }.run()
/// ```
package struct Conformance<Store>: Sendable {
  /// A requirement of a store, with a test of it.
  package struct Check: Sendable, CustomStringConvertible {
    /// The requirement, as a sentence without a full stop.
    package let name: String
    private let body: @Sendable (Store) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (Store) async throws -> Void) {
      self.name = name
      self.body = body
    }

    /// The name of the check.
    package var description: String { name }

    /// Runs the check on an empty store that is used by no other check.
    ///
    /// - Throws: A `ConformanceFailure` with the expected and the actual value.
    package func run(on store: Store) async throws { try await body(store) }
  }

  private let checks: [Check]
  private let makeStore: @Sendable () async throws -> Store

  /// Creates conformance tests for the empty stores that a factory creates.
  package init(_ checks: [Check], makeStore: @escaping @Sendable () async throws -> Store) {
    self.checks = checks
    self.makeStore = makeStore
  }

  /// Runs every check on a separate store; throws a single failure that lists all failed checks.
  package func run() async throws {
    var failures: [String] = []
    for check in checks {
      do {
        try await check.run(on: try await makeStore())
      } catch {
        failures.append("\(check.name): \(error)")
      }
    }
    guard failures.isEmpty else { throw ConformanceFailure(failures.joined(separator: "\n")) }
  }
}
