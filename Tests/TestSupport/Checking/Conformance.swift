/// Runs what every store of a kind must do, as checks, on stores that a factory makes.
///
/// ```swift
/// try await Conformance(TreeStoreConformance.checks) { MyStore() }.run()
/// ```
package struct Conformance<Store>: Sendable {
  /// One thing that a store must do.
  package struct Check: Sendable, CustomStringConvertible {
    /// What the store must do, a sentence without a full stop.
    package let name: String
    private let body: @Sendable (Store) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (Store) async throws -> Void) {
      self.name = name
      self.body = body
    }

    /// The name.
    package var description: String { name }

    /// Runs the check on an empty store of its own.
    ///
    /// Throws a `ConformanceFailure` that says what was expected and what was found.
    package func run(on store: Store) async throws { try await body(store) }
  }

  private let checks: [Check]
  private let makeStore: @Sendable () async throws -> Store

  /// Creates the conformance tests of the stores that a factory makes, each of them empty.
  package init(_ checks: [Check], makeStore: @escaping @Sendable () async throws -> Store) {
    self.checks = checks
    self.makeStore = makeStore
  }

  /// Runs every check on a store of its own and throws one failure that lists all that failed.
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
