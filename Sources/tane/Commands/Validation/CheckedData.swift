import TaneCore
import TaneProject

/// The data that a check looks at, from fixtures or from an environment.
struct CheckedData {
  /// A node and the rule that says which type reads it.
  struct Node {
    let rule: MappingRule
    let address: Address
    /// The node as a client reads it back; a document with its tags.
    let tree: Tree
    /// Whether the node is one element of what the rule's type holds, and not all of it.
    var isElement = false
  }

  /// What was found about the data themselves.
  var checks: [FindingReport.Check] = []
  /// What is known of each database, from its root, as it was written.
  var wholeTrees: [String: Tree] = [:]
  /// The documents of Firestore that are known, where all of them are.
  var documents: [DocumentPath] = []
  /// The nodes that types read.
  var nodes: [Node] = []
  /// How much there is: `1,475 values and 30 objects in 34 files`.
  var extent = ""
  /// The number of files that were read.
  var fileCount = 0
  /// What was not looked at and why, one clause each.
  var notChecked: [String] = []

  /// Creates data of which nothing is known yet.
  init() {}

  /// Takes what fixtures say, with the nodes that mappings name.
  init(_ fixtures: Fixtures, _ mappings: Mappings) {
    checks = [
      FindingReport.Check(
        name: "fixtures \(fixtures.sets.joined(separator: ", "))",
        findings: fixtures.diagnostics
      )
    ]
    for database in fixtures.databases {
      wholeTrees[database.name] = database.tree
      // Types read what a service gives back, not what was written.
      let readBack = database.tree.storedForm().readBackForm()
      nodes += mappings.nodes(in: readBack, of: database.name).map {
        Node(rule: $0.rule, address: $0.address, tree: $0.tree)
      }
    }
    takeDocuments(of: fixtures, mappings)
    fileCount = fixtures.fileCount
    extent = "\(Self.content(of: fixtures)) in \(counted(fileCount, "file"))"
    for rule in mappings.rules where !rule.namesDocuments && wholeTrees[rule.pattern.service] == nil
    {
      notChecked.append("\(rule.pattern): no fixture is of \(rule.pattern.service)")
    }
  }

  private mutating func takeDocuments(of fixtures: Fixtures, _ mappings: Mappings) {
    documents = fixtures.documents.map(\.path)
    nodes += mappings.nodes(in: fixtures.documents.lazy.map { ($0.path, $0.tree) }).map {
      Node(rule: $0.rule, address: $0.address, tree: $0.tree)
    }
    if documents.isEmpty {
      let reason =
        fixtures.documentDatabase == nil
        ? "the environment has no Firestore" : "no fixture is of \(Address.firestore)"
      for rule in mappings.rules where rule.namesDocuments {
        notChecked.append("\(rule.pattern): \(reason)")
      }
    }
    // Where there are no mappings at all, that is said once.
    guard !mappings.rules.isEmpty else { return }
    notChecked += mappings.unmappedDocuments(among: documents).map {
      "\($0.pattern): \(counted($0.count, "document")) that no mapping names"
    }
  }

  /// How much fixtures hold: `1,475 values and 30 objects`.
  private static func content(of fixtures: Fixtures) -> String {
    let values =
      fixtures.databases.reduce(0) { $0 + $1.tree.leafCount }
      + fixtures.documents.reduce(0) { $0 + $1.tree.leafCount }
    let documents = fixtures.documents.count
    return counted(values, "value")
      + (documents == 0 ? "" : " (\(counted(documents, "document")))")
      + " and \(counted(fixtures.resources.count { $0.blob != nil }, "object"))"
  }
}
