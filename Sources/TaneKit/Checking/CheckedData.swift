package import TaneCore
package import TaneProject

/// The data that a check looks at, from fixtures or from an environment.
package struct CheckedData: Sendable {
  /// A node and the rule that says which type reads it.
  package struct Node: Sendable {
    package let rule: MappingRule
    package let address: Address
    /// The node as a client reads it back; a document with its tags.
    package let tree: Tree
    /// Whether the node is one element of what the rule's type holds, and not all of it.
    package var isElement = false
  }

  /// The addresses that were asked for; empty for everything.
  package var scope: [Address] = []
  /// What was found about the data themselves.
  package var checks: [FindingReport.Check] = []
  /// What is known of each database, from its root, as it was written.
  package var wholeTrees: [String: Tree] = [:]
  /// The documents of Firestore that are known, where all of them are.
  package var documents: [DocumentPath] = []
  /// The nodes that types read.
  package var nodes: [Node] = []
  /// How much there is: `1,475 values and 30 objects in 34 files`.
  package var extent = ""
  /// The number of files that were read.
  package var fileCount = 0
  /// What was not looked at and why, one clause each.
  package var notChecked: [String] = []
  /// The clauses among these that say why a rule names nothing.
  private(set) var clausesOfRules: [MappingRule: String] = [:]

  /// Creates data of which nothing is known yet.
  init(scope: [Address]) { self.scope = scope }

  /// Takes what fixtures say, with the nodes that mappings name.
  ///
  /// Of what no mapping names only what is in scope is told.
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

  /// Whether a node is asked for, or one above or below it.
  package func isInScope(_ address: Address) -> Bool {
    scope.isEmpty || scope.contains { $0.contains(address) || address.contains($0) }
  }

  /// Notes why nothing is read of what a rule names.
  mutating func leaveOut(_ rule: MappingRule, _ reason: String) {
    let clause = "\(rule.pattern): \(reason)"
    notChecked.append(clause)
    clausesOfRules[rule] = clause
  }

  /// Takes nodes that mappings name.
  mutating func add(_ mapped: [Mappings.MappedNode]) {
    nodes += mapped.map { Node(rule: $0.rule, address: $0.address, tree: $0.tree) }
  }

  /// How much fixtures hold: `1,475 values and 30 objects`.
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
