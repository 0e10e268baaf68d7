package import TaneCore
package import TaneProject

/// The data to check, from fixtures or from an environment.
package struct CheckedData: Sendable {
  /// A node, with the rule that specifies its type.
  package struct Node: Sendable {
    package let rule: MappingRule
    package let address: Address
    /// The node as clients read it back; for a document, with tagged values.
    package let tree: Tree
    /// A Boolean value indicating whether the node is a single element of the rule's list or map
    /// type.
    package var isElement = false
  }

  /// The requested addresses, or empty for all data.
  package var scope: [Address] = []
  /// The checks of the data themselves.
  package var checks: [FindingReport.Check] = []
  /// The content of each database that is known from its root, as it is written rather than as
  /// clients read it back.
  package var wholeTrees: [String: Tree] = [:]
  /// The paths of all Firestore documents, if they are known.
  package var documents: [DocumentPath] = []
  /// The nodes to decode as types.
  package var nodes: [Node] = []
  /// The amount of data: `1,475 values and 30 objects in 34 files`.
  package var extent = ""
  /// The number of files that were read.
  package var fileCount = 0
  /// The parts that were not checked, each with its reason as a clause.
  package var notChecked: [String] = []
  /// The clauses for rules that match nothing, by rule.
  private(set) var clausesOfRules: [MappingRule: String] = [:]

  /// Creates an empty set of data.
  init(scope: [Address]) { self.scope = scope }

  /// Collects the data of fixtures, with the nodes that mappings match.
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
    for kind in CheckedKinds.all { kind.take(fixtures, mappings, into: &self) }
    fileCount = fixtures.fileCount
    extent = "\(Self.content(of: fixtures)) in \(counted(fileCount, "file"))"
  }

  /// Returns true if a node, an ancestor or a descendant is in scope.
  package func isInScope(_ address: Address) -> Bool {
    scope.isEmpty || scope.contains { $0.contains(address) || address.contains($0) }
  }

  /// Records the reason a rule's data is not checked.
  mutating func skip(_ rule: MappingRule, _ reason: String) {
    let clause = "\(rule.pattern): \(reason)"
    notChecked.append(clause)
    clausesOfRules[rule] = clause
  }

  /// Adds nodes that mappings match.
  mutating func add(_ mapped: [Mappings.MappedNode]) {
    nodes += mapped.map { Node(rule: $0.rule, address: $0.address, tree: $0.tree) }
  }

  /// Returns the clause for unmapped data: `2 values without a mapping`.
  static func unmapped(_ count: Int, _ noun: String) -> String {
    "\(counted(count, noun)) without a mapping"
  }

  /// Returns the amount of data in fixtures: `1,475 values and 30 objects`.
  private static func content(of fixtures: Fixtures) -> String {
    let mapped = CheckedKinds.all.flatMap { fixtures.services(of: $0.kind) }.flatMap(
      \.resources
    )
    let documents = fixtures.services(of: .firestore).reduce(0) { $0 + $1.resources.count }
    return counted(mapped.reduce(0) { $0 + $1.content.leafCount }, "value")
      + (documents == 0 ? "" : " (\(counted(documents, "document")))")
      + " and \(counted(fixtures.resources.count { $0.blob != nil }, "object"))"
  }
}
