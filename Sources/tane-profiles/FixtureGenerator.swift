import TaneCore
import TaneInMemory
import TaneProject

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A generator that converts the fixtures of environments to Swift code for a test target.
struct FixtureGenerator {
  /// The maximum time, in seconds, for which `!now` keeps its value if no fixture changes.
  private static let maximumAnchorAge: Int64 = 24 * 60 * 60

  private let project: Project
  private let profiles: [EnvironmentProfile]
  private let variables: [String: String]
  /// The distinct warnings and errors about the fixtures of all environments.
  private(set) var findings: [Diagnostic] = []

  /// Creates a generator for environments; fixtures can refer to `variables`.
  init(_ project: Project, _ profiles: [EnvironmentProfile], variables: [String: String]) {
    (self.project, self.profiles, self.variables) = (project, profiles, variables)
  }

  /// Returns the code; keeps the existing code if no fixture has changed and `!now` is recent
  /// enough.
  ///
  /// A new value of `!now` in each build would cause the target to be compiled again.
  ///
  /// - Throws: An `ExportFailure` if fixtures have errors.
  mutating func code(existing: String?) async throws -> String {
    let now = FixtureAnchor.now
    if let existing, let anchor = SwiftFixtures.anchor(of: existing), anchor < now,
      now.seconds - anchor.seconds < Self.maximumAnchorAge,
      try await code(at: anchor) == existing
    {
      return existing
    }
    return try await code(at: now)
  }

  /// Returns the code with a given value for `!now`.
  mutating func code(at anchor: FixtureAnchor) async throws -> String {
    let environments = profiles.map { profile in
      (profile, Fixtures.load(for: profile, from: project, at: anchor, variables: variables))
    }
    // Notes are omitted, because every build would print notes about services that an environment
    // does not have.
    findings =
      environments.flatMap(\.1.diagnostics).filter { $0.severity > .note }.sortedWithoutDuplicates
    guard !findings.containsError else { throw ExportFailure(findings: findings) }
    let hasAnchor = environments.contains { $0.1.anchor != nil }
    var code = SwiftFixtures(at: hasAnchor ? anchor : nil)
    for (profile, fixtures) in environments {
      let stores = EnvironmentStores(inMemory: profile.services.map { ($0.kind, $0.name) })
      try await fixtures.store(in: stores, of: profile, from: project)
      code.add(stores.compiledContents.map { ($0, $1, $2.texts) }, of: profile)
    }
    return code.text
  }
}
