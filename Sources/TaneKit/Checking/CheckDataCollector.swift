import TaneCore
import TaneProject

/// A kind of service whose data can be checked against Swift types.
protocol CheckDataCollector: Sendable {
  var kind: ServiceKind { get }

  /// Returns true if a rule applies to services of this kind.
  func isNamed(by rule: MappingRule) -> Bool

  /// Adds the data of fixtures and the nodes that mappings match to the data to check.
  func collect(_ fixtures: Fixtures, _ mappings: Mappings, into data: inout CheckedData)

  /// Reads the data of an environment that a rule matches.
  func read(_ rule: MappingRule, by reading: inout LiveDataReader) async throws

  /// Adds clauses about the environment's unmapped data to the skipped checks.
  func recordUnmappedData(by reading: inout LiveDataReader) async throws

  /// Returns findings about mappings that do not fit the data.
  func findings(about mappings: Mappings, in data: CheckedData) -> [Diagnostic]
}

/// The kinds of services whose data can be checked against Swift types.
enum CheckDataCollectors {
  /// All kinds, in the order in which their unchecked data is reported.
  static let all: [any CheckDataCollector] = [
    DocumentDataCollector(), DatabaseDataCollector(), RemoteConfigDataCollector(),
  ]
}
