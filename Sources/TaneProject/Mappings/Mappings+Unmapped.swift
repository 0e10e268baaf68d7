package import TaneCore

extension Mappings {
  /// Returns the nodes of a database that neither a rule nor an ignore pattern matches, in
  /// traversal order; nodes with similar data are combined.
  ///
  /// - Parameters:
  ///   - tree: The tree of the whole database, as clients read it.
  ///   - service: The database.
  /// - Returns: The nodes, each with the number of values that no mapping matches.
  package func unmappedNodes(
    in tree: Tree,
    of service: String
  ) -> [(address: Address, valueCount: Int)] {
    let search = UncoveredNodeSearch(
      service: service,
      patterns: patterns.filter { $0.service == service }
    )
    let mapped = nodes(in: tree, of: service)
    return search.nodes(in: tree).map { address, node in
      let named = mapped.filter { address.contains($0.address) }
      return (address, named.reduce(node.leafCount) { $0 - $1.tree.leafCount })
    }
  }

  /// Returns true if a rule or an ignore pattern matches a node, an ancestor or a descendant.
  package func isMapped(_ address: Address) -> Bool {
    patterns.contains { $0.matches(address) || !$0.patternsMatchingExactly(below: address).isEmpty }
  }

  /// The patterns of rules and ignored nodes.
  var patterns: [AddressPattern] { rules.map(\.pattern) + ignored.map(\.pattern) }
}
