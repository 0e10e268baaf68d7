package import TaneCore

extension Mappings {
  /// Suggests mappings for nodes without a rule, combining nodes with similar data.
  ///
  /// A node is covered if a rule or an ignore pattern matches it, an ancestor, or all its
  /// descendants. The children of a database's root are suggested separately unless all are
  /// similar. Firestore documents are decoded one by one, so the documents of a collection are
  /// combined.
  ///
  /// - Parameters:
  ///   - trees: The tree of each whole database.
  ///   - documents: The Firestore documents.
  ///   - typeNames: The names of decodable types, such as `Shop` or `Shop.Kind`.
  /// - Returns: The suggestions, ordered by service and then in traversal order.
  package func suggestions(
    for trees: [String: Tree],
    documents: [DocumentPath] = [],
    typeNames: [String]
  ) -> MappingSuggestions {
    var suggestions = trees.map { service, tree in
      let search = UncoveredNodeSearch(
        service: service,
        patterns: patterns.filter { $0.service == service }
      )
      // Apps decode the data that they read back, in which some maps are lists.
      return (service, Self.suggestions(for: search.nodes(in: tree.readBackForm()), typeNames))
    }
    suggestions.append((Address.firestore, self.suggestions(forDocuments: documents, typeNames)))
    let entries = suggestions.sorted { $0.0 < $1.0 }.flatMap(\.1)
    return MappingSuggestions(entries, continuesRules: !rules.isEmpty)
  }

  private static func suggestions(
    for nodes: [(address: Address, tree: Tree)],
    _ typeNames: [String]
  ) -> [MappingSuggestion] {
    nodes.map { address, tree in
      let layout = DataLayout(of: tree)
      let key = address.path.components.last { !GeneratedKey.isLikely($0) } ?? address.service
      return MappingSuggestion(
        of: AddressPattern(naming: address),
        layout,
        TypeNameGuess(for: key, isRepeated: !layout.isRecord, among: typeNames)
      )
    }
  }

  private func suggestions(
    forDocuments paths: [DocumentPath],
    _ typeNames: [String]
  ) -> [MappingSuggestion] {
    unmappedDocuments(among: paths).map { unmapped in
      MappingSuggestion(
        of: unmapped.pattern,
        .record,
        TypeNameGuess(for: unmapped.collectionID, isRepeated: true, among: typeNames)
      )
    }.sorted { $0.pattern.description < $1.pattern.description }
  }
}

extension MappingSuggestion {
  fileprivate init(of pattern: AddressPattern, _ layout: DataLayout, _ name: TypeNameGuess) {
    let isUnknown = layout.hasRecord && !name.isKnown
    self.init(
      pattern: pattern,
      type: layout.type(of: name.name),
      unknownName: isUnknown ? name.name : nil,
      candidates: layout.hasRecord ? name.candidates : []
    )
  }
}
