package import TaneCore

extension MappingRule {
  /// A Boolean value indicating whether the rule is for Firestore documents instead of Realtime
  /// Database nodes.
  package var isForDocuments: Bool { pattern.isForDocuments }
}

extension Mappings {
  /// Returns the documents that rules match, in order, each with its rule.
  ///
  /// If several rules match a document, the most specific one applies, as for database nodes.
  package func nodes(
    in documents: some Sequence<(path: DocumentPath, tree: Tree)>
  ) -> [MappedNode] {
    let rules = documentRules
    return documents.compactMap { path, tree in
      rules.first { $0.names(path) }.map {
        MappedNode(rule: $0, address: Address(document: path), tree: tree)
      }
    }
  }

  /// Returns the most specific rule that matches a document.
  package func rule(ofDocumentAt path: DocumentPath) -> MappingRule? {
    documentRules.first { $0.names(path) }
  }

  /// Returns the collections with documents that neither a rule nor an ignore pattern matches, in
  /// the order of the documents.
  ///
  /// - Parameter paths: The existing documents.
  /// - Returns: The collections, each with the number of such documents.
  package func unmappedDocuments(
    among paths: some Sequence<DocumentPath>
  ) -> [UnmappedDocuments] {
    let rules = documentRules
    var unmapped: [UnmappedDocuments] = []
    for path in paths
    where isReported(Address(document: path)) && !rules.contains(where: { $0.names(path) }) {
      let documents = UnmappedDocuments(siblingsOf: path)
      if let index = unmapped.firstIndex(where: { $0.pattern == documents.pattern }) {
        unmapped[index].count += 1
      } else {
        unmapped.append(documents)
      }
    }
    return unmapped
  }

  /// Finds rules that match no document and therefore check nothing.
  ///
  /// - Parameter paths: The existing documents.
  /// - Returns: A warning for each rule, in the order of the file.
  package func findings(aboutRulesWithoutDocumentsAmong paths: [DocumentPath]) -> [Diagnostic] {
    let tree = DocumentNames(paths).tree
    return rules.filter(\.isForDocuments).compactMap { rule in
      paths.contains(where: rule.names) ? nil : Self.finding(aboutUnmatched: rule, in: tree)
    }
  }

  /// The rules for documents, most specific first.
  private var documentRules: [MappingRule] {
    Self.bySpecificity(rules.filter(\.isForDocuments)).map(\.rule)
  }
}

extension MappingRule {
  fileprivate func names(_ path: DocumentPath) -> Bool {
    pattern.pattern.matchesExactly(TreePath(path.segments))
  }
}

/// The documents of a collection that no mapping matches.
package struct UnmappedDocuments: Sendable, Hashable {
  /// The pattern of the documents in all collections whose paths contain the same collection names:
  /// `firestore:/rooms/*/messages/*`.
  package let pattern: AddressPattern
  package let collectionID: String
  /// The number of documents that no mapping matches.
  package fileprivate(set) var count = 1

  fileprivate init(siblingsOf path: DocumentPath) {
    collectionID = path.parent.id
    let steps = path.segments.enumerated().map { index, segment in
      index.isMultiple(of: 2) ? PatternStep.text(ofKey: segment) : "*"
    }
    let pattern = PathPattern(parsing: steps.joined(separator: "/"))
    self.pattern = AddressPattern(service: Address.firestore, pattern: pattern)
  }
}

/// A tree of the IDs of collections and documents, for lookups.
private struct DocumentNames {
  private var children: [ExactName: DocumentNames] = [:]

  private struct ExactName: Hashable {
    let bytes: [UInt8]
  }

  init(_ paths: [DocumentPath]) {
    for path in paths { insert(path.segments[...]) }
  }

  private mutating func insert(_ segments: ArraySlice<String>) {
    guard let first = segments.first else { return }
    children[ExactName(bytes: Array(first.utf8)), default: DocumentNames([])]
      .insert(segments.dropFirst())
  }

  var tree: Tree { Tree(literal) }

  private var literal: TreeLiteral {
    guard !children.isEmpty else { return true }
    return .map(children.map { (String(decoding: $0.key.bytes, as: UTF8.self), $0.value.literal) })
  }
}
