import TaneCore
import TaneProject

/// What types read of the services of a kind: one conformer for each kind that mappings can name.
protocol CheckedKind: Sendable {
  /// The kind.
  var kind: ServiceKind { get }

  /// Whether a rule is about services of the kind.
  func isNamed(by rule: MappingRule) -> Bool

  /// Takes what fixtures say, with the nodes that mappings name.
  func take(_ fixtures: Fixtures, _ mappings: Mappings, into data: inout CheckedData)

  /// Reads what a rule names of an environment.
  func read(_ rule: MappingRule, by reading: inout LiveReading) async throws

  /// Says which parts of an environment no rule names.
  func noteUnmapped(by reading: inout LiveReading) async throws

  /// What is to be said of the mappings themselves, by the data.
  func findings(about mappings: Mappings, in data: CheckedData) -> [Diagnostic]
}

/// The kinds of which types read something.
enum CheckedKinds {
  /// All of them, in the order in which it is told what was not checked.
  static let all: [any CheckedKind] = [
    CheckedDocuments(), CheckedDatabases(), CheckedRemoteConfig(),
  ]
}
