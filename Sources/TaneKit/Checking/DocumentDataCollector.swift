import TaneCore
import TaneProject

/// Firestore, whose documents are checked as trees with tagged values.
struct DocumentDataCollector: CheckDataCollector {
  let kind = ServiceKind.firestore

  func isNamed(by rule: MappingRule) -> Bool { rule.isForDocuments }

  func collect(_ fixtures: Fixtures, _ mappings: Mappings, into data: inout CheckedData) {
    let services = fixtures.services(of: kind)
    let documents = services.flatMap(\.resources).map {
      (path: DocumentPath($0.address.path.components), tree: $0.content)
    }
    data.documents = documents.map(\.path)
    data.add(mappings.nodes(in: documents))
    if documents.isEmpty {
      let reason =
        services.isEmpty
        ? "the environment has no Firestore" : "no fixtures exist for \(Address.firestore)"
      for rule in mappings.rules where isNamed(by: rule) { data.skip(rule, reason) }
    }
    // `TypesCheck` reports a mapping file without rules once.
    guard !mappings.rules.isEmpty else { return }
    let asked = data.documents.filter { data.isInScope(Address(document: $0)) }
    data.notChecked += mappings.unmappedDocuments(among: asked).map {
      "\($0.pattern): \(CheckedData.unmapped($0.count, "document"))"
    }
  }

  func read(_ rule: MappingRule, by reading: inout LiveDataReader) async throws {
    try await reading.readDocuments(rule)
  }

  func recordUnmappedData(by reading: inout LiveDataReader) async throws {
    try await reading.recordUnmappedCollections()
  }

  func findings(about mappings: Mappings, in data: CheckedData) -> [Diagnostic] {
    data.documents.isEmpty
      ? [] : mappings.findings(aboutRulesWithoutDocumentsAmong: data.documents)
  }
}
