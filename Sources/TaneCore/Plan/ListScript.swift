/// A script that composes a list in stored form from elements of its previous version and from new
/// elements.
package struct ListScript: Sendable {
  /// A part of the list.
  package enum Part: Sendable {
    /// The elements of the previous version at these indices.
    case kept(ClosedRange<Int>)
    /// A new element.
    case added(Tree)
  }

  /// The parts, in the order of the list.
  package let parts: [Part]

  package init(parts: [Part]) { self.parts = parts }

  /// Creates the script that composes the new version of a list from the old one.
  ///
  /// Returns nil if the list is short, if a version is not a map with consecutive indices as keys,
  /// or if fewer than half of the elements come from the previous version.
  package init?(from old: Tree, to new: Tree) {
    guard new.children.count >= ShiftedLists.minimumCount, old.hasIndicesAsKeys,
      new.hasIndicesAsKeys
    else { return nil }
    let elements = new.children
    let partners = ListAlignment.partners(old.elementHashes, new.elementHashes)
    guard partners.count(where: { $0 >= 0 }) * 2 >= elements.count else { return nil }
    var parts: [Part] = []
    for (index, partner) in partners.enumerated() {
      if partner < 0 {
        parts.append(.added(elements[index]))
      } else if case .kept(let range) = parts.last, range.upperBound + 1 == partner {
        parts[parts.count - 1] = .kept(range.lowerBound...partner)
      } else {
        parts.append(.kept(partner...partner))
      }
    }
    self.parts = parts
    // An alignment compares only hashes, which may collide.
    guard list(from: old) == new else { return nil }
  }

  /// Returns the list composed from its previous version, or nil if that version has too few
  /// elements; the memory of elements from the previous version is shared.
  package func list(from old: Tree) -> Tree? {
    let elements = old.children
    var builder = TreeBuilder(sharing: old)
    var count = 0
    func append(_ element: Tree) {
      builder.setKey("\(count)")
      builder.append(element)
      count += 1
    }
    builder.beginMap()
    for part in parts {
      switch part {
      case .added(let element): append(element)
      case .kept(let range):
        guard range.lowerBound >= 0, range.upperBound < elements.count else { return nil }
        for index in range { append(elements[index]) }
      }
    }
    builder.endContainer()
    return builder.finish()
  }
}

extension Tree {
  /// A Boolean value indicating whether the tree is a map with the keys 0, 1, 2 and so on.
  fileprivate var hasIndicesAsKeys: Bool {
    kind == .map && children.enumerated().allSatisfy { $1.key == "\($0)" }
  }

  /// The hashes of the elements; elements with equal bytes have equal hashes.
  fileprivate var elementHashes: [UInt64] {
    children.map { element in
      var hasher = Hasher()
      element.forEachByteChunk { hasher.combine(bytes: $0) }
      return UInt64(bitPattern: Int64(hasher.finalize()))
    }
  }
}
