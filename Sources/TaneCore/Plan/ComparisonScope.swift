/// Which part of an environment a command is about: everything, or the nodes at and below addresses.
public struct ComparisonScope: Sendable {
  /// The addresses asked for; empty for everything.
  public let addresses: [Address]

  /// Creates a scope; an empty list means everything.
  public init(_ addresses: [Address] = []) {
    self.addresses = addresses
  }

  /// The resources of which something is asked for.
  ///
  /// Where parts of a resource are resources like it, it is narrowed to those that are asked for.
  public func resources(
    _ resources: [DesiredResource],
    by rules: ResourceRules
  ) -> [DesiredResource] {
    guard !addresses.isEmpty else { return resources }
    guard rules.isReadBack else {
      let selection = FieldSelection(self, among: resources.map(\.address))
      return resources.filter { selection.includes($0.address) }
    }
    return resources.flatMap { resource in
      parts(of: resource.address).map { $0 == resource.address ? resource : resource.part(at: $0) }
    }
  }

  /// What is asked for of a node and of what is below it; none of the places lies below another.
  public func parts(of address: Address) -> [Address] {
    guard !addresses.isEmpty else { return [address] }
    let parts = addresses.compactMap {
      $0.contains(address) ? address : address.contains($0) ? $0 : nil
    }
    // In walk order an address is followed by all that lies below it.
    return parts.sorted().reduce(into: []) { kept, part in
      if kept.last?.contains(part) != true { kept.append(part) }
    }
  }

  /// Whether a node or an object is asked for.
  public func contains(_ address: Address) -> Bool {
    addresses.isEmpty || addresses.contains { $0.contains(address) }
  }

  /// The addresses at, above and below which no fixture describes anything.
  public func addressesWithout(_ resources: some Sequence<DesiredResource>) -> [Address] {
    addresses.filter { asked in
      resources.allSatisfy { resource in
        !asked.contains(resource.address)
          && (resource.blob != nil || !resource.address.contains(asked))
      }
    }
  }
}

extension DesiredResource {
  /// What fixtures say of a node below the resource's own.
  fileprivate func part(at place: Address) -> DesiredResource {
    let path = address.path.relative(place.path) ?? .root
    return DesiredResource(
      place,
      content[path] ?? .null,
      at: position,
      isInList: isInList || content.hasList(on: path.parent)
    )
  }
}
