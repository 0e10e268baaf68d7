package import TaneCore
import TaneFormats
package import TaneProject

/// The data to check, from fixtures or from an environment.
package struct CheckedData: Sendable {
  /// A node and the mapping rule that specifies its type.
  package struct Node: Sendable {
    package let rule: MappingRule
    package let address: Address
    /// The node as clients read it back; for a document, with tagged values.
    package let tree: Tree
    /// A Boolean value indicating whether the node is one element of the rule's list, set or map.
    package var isElement = false
  }

  /// The requested addresses, or an empty array for all data.
  package var scope: [Address] = []
  /// The checks that do not depend on Swift types.
  package var checks: [FindingReport.Check] = []
  /// The trees of databases that were read completely, by service name, as written rather than as
  /// clients read them back.
  package var wholeTrees: [String: Tree] = [:]
  /// The paths of all Firestore documents, if they are known.
  package var documents: [DocumentPath] = []
  /// The nodes to decode as types.
  package var nodes: [Node] = []
  /// The amount of data, such as `1,475 values and 30 objects in 34 files`.
  package var extent = ""
  /// The number of files that were read.
  package var fileCount = 0
  /// The skipped checks and the reasons, as clauses.
  package var notChecked: [String] = []
  /// The clauses about rules that match no data, by rule.
  private(set) var unmatchedRuleClauses: [MappingRule: String] = [:]

  /// Creates data without nodes.
  init(scope: [Address]) { self.scope = scope }

  /// Collects the data of fixtures and the nodes that mappings match.
  ///
  /// Data without a mapping is reported only if it is in scope.
  package init(_ fixtures: Fixtures, _ mappings: Mappings, scope: [Address] = []) {
    self.scope = scope
    checks = [
      FindingReport.Check(
        name: "fixtures \(fixtures.sets.joined(separator: ", "))",
        findings: fixtures.diagnostics
      )
    ]
    for kind in CheckDataCollectors.all { kind.collect(fixtures, mappings, into: &self) }
    fileCount = fixtures.fileCount
    extent = "\(Self.content(of: fixtures)) in \(counted(fileCount, "file"))"
  }

  /// A Boolean value indicating whether a file of the data is not valid YAML or JSON.
  var hasSyntaxErrors: Bool {
    checks.flatMap(\.findings).contains { [.yamlSyntax, .jsonSyntax].contains($0.code) }
  }

  /// Returns true if a node, one of its ancestors or one of its descendants is in scope.
  package func isInScope(_ address: Address) -> Bool {
    scope.isEmpty || scope.contains { $0.contains(address) || address.contains($0) }
  }

  /// Records why a rule's data is not checked.
  mutating func skip(_ rule: MappingRule, _ reason: String) {
    let clause = "\(rule.pattern): \(reason)"
    notChecked.append(clause)
    unmatchedRuleClauses[rule] = clause
  }

  /// Adds nodes matched by mappings.
  mutating func add(_ mapped: [Mappings.MappedNode]) {
    nodes += mapped.map { Node(rule: $0.rule, address: $0.address, tree: $0.tree) }
  }

  /// Returns the clause for unmapped data, such as `2 values without a mapping`.
  static func unmapped(_ count: Int, _ noun: String) -> String {
    "\(counted(count, noun)) without a mapping"
  }

  /// Returns the amount of data in fixtures, such as `1,475 values and 30 objects`.
  private static func content(of fixtures: Fixtures) -> String {
    let mapped = CheckDataCollectors.all.flatMap { fixtures.services(of: $0.kind) }.flatMap(
      \.resources
    )
    let documents = fixtures.services(of: .firestore).reduce(0) { $0 + $1.resources.count }
    return counted(mapped.reduce(0) { $0 + $1.content.leafCount }, "value")
      + (documents == 0 ? "" : " (\(counted(documents, "document")))")
      + " and \(counted(fixtures.resources.count { $0.blob != nil }, "object"))"
  }
}
