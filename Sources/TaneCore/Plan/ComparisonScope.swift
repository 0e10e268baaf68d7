/// The part of an environment that a command covers: everything, or only the nodes at and below
/// certain addresses.
package struct ComparisonScope: Sendable {
  /// The covered addresses, or an empty array if everything is covered.
  package let addresses: [Address]

  /// Creates a scope; an empty list covers everything.
  package init(_ addresses: [Address] = []) {
    self.addresses = addresses
  }

  /// Returns the resources that the scope covers at least in part.
  ///
  /// If the nodes below a resource are resources of the same kind, the resource is narrowed to the
  /// covered nodes.
  package func coveredParts(
    of resources: [DesiredResource],
    rules: ResourceRules
  ) -> [DesiredResource] {
    guard !addresses.isEmpty else { return resources }
    guard rules.canReadMapsAsLists else {
      let selection = FieldSelection(self, among: resources.map(\.address))
      return resources.filter { selection.includes($0.address) }
    }
    return resources.flatMap { resource in
      parts(of: resource.address).map { $0 == resource.address ? resource : resource.part(at: $0) }
    }
  }

  /// Returns the covered addresses at and below an address; no result lies below another one.
  package func parts(of address: Address) -> [Address] {
    guard !addresses.isEmpty else { return [address] }
    let parts = addresses.compactMap {
      $0.contains(address) ? address : address.contains($0) ? $0 : nil
    }
    // In sorted order, an address precedes everything below it.
    return parts.sorted().reduce(into: []) { kept, part in
      if kept.last?.contains(part) != true { kept.append(part) }
    }
  }

  /// Returns true if the scope covers an address.
  package func contains(_ address: Address) -> Bool {
    addresses.isEmpty || addresses.contains { $0.contains(address) }
  }

  /// Returns the scope's addresses that have no resource at, above or below them.
  ///
  /// Objects above an address do not count.
  package func addressesWithout(_ resources: some Sequence<DesiredResource>) -> [Address] {
    addresses.filter { asked in
      resources.allSatisfy { resource in
        !asked.contains(resource.address)
          && (resource.blob != nil || !resource.address.contains(asked))
      }
    }
  }
}

extension DesiredResource {
  /// Returns the resource narrowed to a node at or below its own address.
  fileprivate func part(at place: Address) -> DesiredResource {
    let path = address.path.relative(place.path) ?? .root
    var part = DesiredResource(
      place,
      content[path] ?? .null,
      at: position,
      isInList: isInList || content.hasList(on: path.parent)
    )
    part.isDescribed = isDescribed
    return part
  }
}
