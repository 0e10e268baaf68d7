public import TaneCore

extension Mappings {
  /// The nodes of a database that neither a rule nor a pattern to ignore names, as high up as their data look
  /// alike, in walk order.
  ///
  /// - Parameters:
  ///   - tree: What the database gives back, from its root.
  ///   - service: The database.
  /// - Returns: The nodes, each with the number of values that no mapping names.
  public func unmappedNodes(
    in tree: Tree,
    of service: String
  ) -> [(address: Address, valueCount: Int)] {
    let search = UncoveredNodes(
      service: service,
      patterns: patterns.filter { $0.service == service }
    )
    let mapped = nodes(in: tree, of: service)
    return search.nodes(in: tree).map { address, node in
      let named = mapped.filter { address.contains($0.address) }
      return (address, named.reduce(node.leafCount) { $0 - $1.tree.leafCount })
    }
  }

  /// Returns true if a rule or an ignore pattern names a node, one above it or one below it.
  public func isMapped(_ address: Address) -> Bool {
    patterns.contains { $0.matches(address) || !$0.named(below: address).isEmpty }
  }

  /// The nodes that rules name, and those about which nothing is reported.
  var patterns: [AddressPattern] { rules.map(\.pattern) + ignored.map(\.pattern) }
}
