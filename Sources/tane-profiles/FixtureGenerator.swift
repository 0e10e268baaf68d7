import TaneCore
import TaneInMemory
import TaneProject

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A generator of Swift code for a test target from the fixtures of environments.
struct FixtureGenerator {
  /// The longest time in seconds for which `!now` keeps its value while nothing changes.
  private static let longestAnchorAge: Int64 = 24 * 60 * 60

  private let project: Project
  private let profiles: [EnvironmentProfile]
  private let variables: [String: String]
  /// The distinct warnings about the fixtures of all environments.
  private(set) var findings: [Diagnostic] = []

  /// Creates a generator for environments; `variables` are those that fixtures can read.
  init(_ project: Project, _ profiles: [EnvironmentProfile], variables: [String: String]) {
    (self.project, self.profiles, self.variables) = (project, profiles, variables)
  }

  /// Returns the code, which is equal to the existing code if no fixture has changed.
  ///
  /// Otherwise each build would change the value of `!now`, and the target would be compiled again.
  ///
  /// - Throws: An `ExportFailure` if fixtures have errors.
  mutating func code(existing: String?) async throws -> String {
    let now = FixtureAnchor.now
    if let existing, let anchor = SwiftFixtures.anchor(of: existing), anchor < now,
      now.seconds - anchor.seconds < Self.longestAnchorAge,
      try await code(at: anchor) == existing
    {
      return existing
    }
    return try await code(at: now)
  }

  /// Returns the code with a value of `!now`.
  mutating func code(at anchor: FixtureAnchor) async throws -> String {
    let environments = profiles.map { profile in
      (profile, Fixtures.load(for: profile, from: project, at: anchor, variables: variables))
    }
    // A note about a service that an environment does not have would appear in each build.
    findings = environments.flatMap(\.1.diagnostics).filter { $0.severity > .note }.sortedOnce
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
