/// The documents or accounts (owners) that a command covers, and the covered fields of each.
///
/// An address belongs to the innermost document that contains it. A document contains its fields
/// and its collections.
struct FieldSelection {
  private let requestedAddresses: [Address]
  private let isEverything: Bool
  private let owners: [Address]

  /// Creates the selection of a scope; if `owners` is nil, everything is selected.
  init(_ scope: ComparisonScope, among owners: [Address]?) {
    isEverything = scope.addresses.isEmpty || owners == nil
    requestedAddresses = scope.addresses
    self.owners = owners ?? []
  }

  /// Returns true if an owner is covered at least in part.
  func includes(_ owner: Address) -> Bool { fields(of: owner)?.isEmpty != true }

  /// Returns the changes to an owner, limited to the scope; their paths start at the service's
  /// root.
  func coveredChanges(among changes: [Change], in owner: Address) -> [Change] {
    let placed = changes.map { $0.placed(below: owner.path) }
    guard let fields = fields(of: owner) else { return placed }
    return placed.flatMap { change -> [Change] in
      if fields.contains(where: { $0.contains(change.path) }) { return [change] }
      return fields.compactMap { change.narrowed(to: $0) }
    }
  }

  /// Returns the number of covered values on the new side of an owner that are unchanged.
  ///
  /// - Parameters:
  ///   - count: The number of all unchanged values.
  ///   - tree: The new side.
  ///   - changes: The covered changes, relative to the service's root.
  ///   - owner: The owner.
  /// - Returns: The number of unchanged covered values.
  func unchangedCount(
    _ count: Int,
    of tree: Tree,
    besides changes: [Change],
    in owner: Address
  ) -> Int {
    guard let fields = fields(of: owner) else { return count }
    let all = fields.reduce(0) { count, field in
      count + (owner.path.relative(field).flatMap { tree[$0]?.leafCount } ?? 0)
    }
    return max(0, all - changes.reduce(0) { $0 + ($1.new?.leafCount ?? 0) })
  }

  /// Returns the paths of the covered fields, an empty array if no field is covered, or nil if the
  /// whole owner is covered.
  private func fields(of owner: Address) -> [TreePath]? {
    guard !isEverything else { return nil }
    if requestedAddresses.contains(where: { $0.contains(owner) }) { return nil }
    return requestedAddresses.filter { owner.contains($0) && !belongsToOtherOwner($0, than: owner) }
      .map(\.path)
  }

  /// Returns true if another owner below the given one lies at, above or below an address.
  private func belongsToOtherOwner(_ address: Address, than owner: Address) -> Bool {
    owners.contains {
      $0 != owner && owner.contains($0) && ($0.contains(address) || address.contains($0))
    }
  }
}

extension Change {
  /// Returns the change limited to a path below its own, or nil if neither side has a value there.
  fileprivate func narrowed(to path: TreePath) -> Change? {
    guard let relative = self.path.relative(path) else { return nil }
    let (old, new) = (old?[relative], new?[relative])
    guard old != nil || new != nil else { return nil }
    return Change(path: path, old: old, new: new)
  }
}
