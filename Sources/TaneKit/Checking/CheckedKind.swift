import TaneCore
import TaneProject

/// A kind of service whose data can be checked against types; each kind that mappings support
/// conforms.
protocol CheckedKind: Sendable {
  var kind: ServiceKind { get }

  /// Returns true if a rule applies to services of the kind.
  func isNamed(by rule: MappingRule) -> Bool

  /// Adds the data of fixtures, with the nodes that mappings match.
  func take(_ fixtures: Fixtures, _ mappings: Mappings, into data: inout CheckedData)

  /// Reads the data of an environment that a rule matches.
  func read(_ rule: MappingRule, by reading: inout LiveReading) async throws

  /// Notes the parts of an environment that no rule matches.
  func noteUnmapped(by reading: inout LiveReading) async throws

  /// Returns findings about the mappings themselves, given the data.
  func findings(about mappings: Mappings, in data: CheckedData) -> [Diagnostic]
}

/// The kinds whose data can be checked against types.
enum CheckedKinds {
  /// All kinds, in the order in which unchecked data is reported.
  static let all: [any CheckedKind] = [
    CheckedDocuments(), CheckedDatabases(), CheckedRemoteConfig(),
  ]
}
