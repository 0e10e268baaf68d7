import TaneCore
import TaneProject

/// The Realtime Databases, whose nodes are checked as clients read them back.
struct DatabaseDataCollector: CheckDataCollector {
  let kind = ServiceKind.databases

  func isNamed(by rule: MappingRule) -> Bool {
    !ServiceKind.all.contains { !$0.isNamed && $0.id == rule.pattern.service }
  }

  func collect(_ fixtures: Fixtures, _ mappings: Mappings, into data: inout CheckedData) {
    for service in fixtures.services(of: kind) {
      let tree = service.tree()
      data.wholeTrees[service.name] = tree
      // Clients receive the stored form, which may differ from the written one.
      let readBack = tree.storedForm().readBackForm()
      data.add(mappings.nodes(in: readBack, of: service.name))
      // `TypesCheck` reports a mapping file without rules once.
      guard !mappings.rules.isEmpty else { continue }
      let unmapped = mappings.unmappedNodes(in: readBack, of: service.name)
      for node in unmapped where data.isInScope(node.address) {
        data.notChecked.append("\(node.address): \(CheckedData.unmapped(node.valueCount, "value"))")
      }
    }
    for rule in mappings.rules where isNamed(by: rule) {
      let service = rule.pattern.service
      guard data.wholeTrees[service] == nil else { continue }
      data.skip(rule, "no fixtures exist for \(service)")
    }
  }

  func read(_ rule: MappingRule, by reading: inout LiveDataReader) async throws {
    guard let reader = reading.readers[.databases][rule.pattern.service] else {
      let clause = "\(rule.pattern): the environment has no database \(rule.pattern.service)"
      return reading.data.notChecked.append(clause)
    }
    try await reading.readNodes(rule, from: reader)
  }

  func recordUnmappedData(by reading: inout LiveDataReader) async throws {
    guard !reading.mappings.rules.isEmpty else { return }
    for (name, reader) in reading.readers[.databases].sorted(by: { $0.key < $1.key }) {
      try await reading.recordUnmappedChildren(of: name, from: reader)
    }
  }

  func findings(about mappings: Mappings, in data: CheckedData) -> [Diagnostic] {
    mappings.findings(aboutRulesWithoutNodesIn: data.wholeTrees)
  }
}
