import TaneCore
import TaneProject

/// A kind of service whose data can be checked against Swift types.
protocol CheckedKind: Sendable {
  var kind: ServiceKind { get }

  /// Returns true if a rule applies to services of this kind.
  func isNamed(by rule: MappingRule) -> Bool

  /// Adds the data of fixtures, and the nodes in it that mappings match.
  func take(_ fixtures: Fixtures, _ mappings: Mappings, into data: inout CheckedData)

  /// Reads the data of an environment that a rule matches.
  func read(_ rule: MappingRule, by reading: inout LiveReading) async throws

  /// Adds clauses about the environment's unmapped data to the skipped checks.
  func noteUnmapped(by reading: inout LiveReading) async throws

  /// Returns findings about mappings that do not fit the data.
  func findings(about mappings: Mappings, in data: CheckedData) -> [Diagnostic]
}

/// The kinds of services whose data can be checked against Swift types.
enum CheckedKinds {
  /// All kinds, in the order in which their unchecked data is reported.
  static let all: [any CheckedKind] = [
    CheckedDocuments(), CheckedDatabases(), CheckedRemoteConfig(),
  ]
}
