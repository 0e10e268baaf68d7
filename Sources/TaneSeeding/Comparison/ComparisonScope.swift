public import TaneCore

/// Which part of an environment a command is about: everything, or the nodes at and below addresses.
public struct ComparisonScope: Sendable {
  /// The addresses asked for; empty for everything.
  public let addresses: [Address]

  /// Creates a scope; an empty list means everything.
  public init(_ addresses: [Address] = []) {
    self.addresses = addresses
  }

  /// The paths of a database to compare, given those that fixtures own: where an address lies below an
  /// owned path only the address is compared, where it lies above, all owned paths below it are.
  func roots(of owned: [TreePath], in database: String) -> [TreePath] {
    guard !addresses.isEmpty else { return owned }
    let asked = addresses.filter { $0.service == database }.map(\.path)
    let roots = owned.flatMap { path in
      asked.compactMap { $0.contains(path) ? path : path.contains($0) ? $0 : nil }
    }
    return Self.outermost(roots)
  }

  /// Whether a node or an object is asked for.
  func contains(_ address: Address) -> Bool {
    addresses.isEmpty || addresses.contains { $0.contains(address) }
  }

  /// The addresses that no fixture describes.
  public func addresses(withoutFixtureAmong resources: [DesiredResource]) -> [Address] {
    addresses.filter { address in
      !resources.contains {
        // There is nothing below an object.
        address.contains($0.address) || $0.blob == nil && $0.address.contains(address)
      }
    }
  }

  private static func outermost(_ paths: [TreePath]) -> [TreePath] {
    // In walk order a path is followed by all that lies below it.
    paths.sorted().reduce(into: []) { kept, path in
      if kept.last?.contains(path) != true { kept.append(path) }
    }
  }
}
