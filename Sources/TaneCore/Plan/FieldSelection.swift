/// Which documents or accounts, and which of their fields, a command is about.
///
/// An address names the innermost document that it lies in: below a document lie its fields, and the
/// collections that it holds.
struct FieldSelection {
  private let asked: [Address]
  private let isEverything: Bool
  private let owners: [Address]

  /// Tells which part of some owners, documents or accounts, a scope asks for; of nil, all of each.
  init(_ scope: ComparisonScope, among owners: [Address]?) {
    isEverything = scope.addresses.isEmpty || owners == nil
    asked = scope.addresses
    self.owners = owners ?? []
  }

  /// Whether any of an owner is asked for.
  func includes(_ owner: Address) -> Bool { fields(of: owner)?.isEmpty != true }

  /// The changes of an owner that are asked for, placed below the service's root; one that reaches further
  /// is narrowed to what is asked.
  func select(_ changes: [Change], in owner: Address) -> [Change] {
    let placed = changes.map { $0.placed(below: owner.path) }
    guard let fields = fields(of: owner) else { return placed }
    return placed.flatMap { change -> [Change] in
      if fields.contains(where: { $0.contains(change.path) }) { return [change] }
      return fields.compactMap { change.narrowed(to: $0) }
    }
  }

  /// The number of values of an owner's new side that are asked for and the same.
  ///
  /// - Parameters:
  ///   - count: The number of all values that are the same.
  ///   - tree: The new side.
  ///   - changes: The changes that are asked for, placed below the service's root.
  ///   - owner: The owner.
  /// - Returns: The number.
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

  /// The paths of the fields that are asked for, none where nothing is; nil for all of the owner.
  private func fields(of owner: Address) -> [TreePath]? {
    guard !isEverything else { return nil }
    if asked.contains(where: { $0.contains(owner) }) { return nil }
    return asked.filter { owner.contains($0) && !isOfOther($0, than: owner) }.map(\.path)
  }

  /// Whether an address that lies in an owner is about another one below it.
  private func isOfOther(_ address: Address, than owner: Address) -> Bool {
    owners.contains {
      $0 != owner && owner.contains($0) && ($0.contains(address) || address.contains($0))
    }
  }
}

extension Change {
  /// What the change does at a path below its own; nil where that is nothing.
  fileprivate func narrowed(to path: TreePath) -> Change? {
    guard let relative = self.path.relative(path) else { return nil }
    let (old, new) = (old?[relative], new?[relative])
    guard old != nil || new != nil else { return nil }
    return Change(path: path, old: old, new: new)
  }
}
