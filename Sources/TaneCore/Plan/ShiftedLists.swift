/// The long lists in a resource's fixtures that are each written as one value, because the index of
/// most of their values changes.
///
/// If such a list were written key by key, an element inserted at the front would change every
/// value, and each change would be planned, recorded and reverted on its own.
struct ShiftedLists {
  /// The minimum number of elements of a long list.
  static let minimumCount = 1000
  /// The number of elements that are compared to estimate the number of changed values.
  private static let sampleCount = 200

  private let rules: ResourceRules
  private let options: ComparisonOptions
  private let address: Address
  private let old: Tree
  private let new: Tree
  private var paths: [TreePath] = []

  private init(from old: Tree, to new: Tree, at address: Address, rules: ResourceRules) {
    (self.old, self.new, self.address, self.rules) = (old, new, address, rules)
    options = rules.options
  }

  /// Finds the lists; `spelled` is the new side as written in the fixtures.
  init(from old: Tree, to new: Tree, spelled: Tree, at address: Address, rules: ResourceRules) {
    self.init(from: old, to: new, at: address, rules: rules)
    guard options.ignored.isEmpty, spelled.mayContainList(of: Self.minimumCount) else { return }
    find(in: spelled, at: .root)
  }

  /// Selects the given lists, which an earlier run wrote as one value each, if their sides differ.
  init(
    from old: Tree,
    to new: Tree,
    writtenAt paths: Set<TreePath>,
    at address: Address,
    rules: ResourceRules
  ) {
    self.init(from: old, to: new, at: address, rules: rules)
    self.paths = paths.sorted().filter { path in
      guard let old = old[path], let new = new[path] else { return false }
      return old.kind == .map && new.kind == .map && !rules.isSame(old, new, at: path)
    }
  }

  private mutating func find(in node: Tree, at path: TreePath) {
    switch node.kind {
    case .list: if node.children.count >= Self.minimumCount, isShifted(path) { paths.append(path) }
    case .map: for child in node.children { find(in: child, at: path.appending(child.key ?? "")) }
    default: break
    }
  }

  private func isShifted(_ path: TreePath) -> Bool {
    // A server timestamp compares as unchanged, but writing it again changes the stored time.
    guard let old = old[path], let new = new[path], old.kind == .map, new.kind == .map,
      !new.containsTags, changesMostValues(from: old, to: new)
    else { return false }
    return !rules.identity(address).hasSameElements([old, new], at: path)
  }

  private func changesMostValues(from old: Tree, to new: Tree) -> Bool {
    let elements = new.children
    var (changed, all) = (0, 0)
    for index in stride(from: 0, to: elements.count, by: max(1, elements.count / Self.sampleCount))
    {
      let count = elements[index].leafCount
      all += count
      changed +=
        old[elements[index].key ?? ""]
        .map { Changeset(from: $0, to: elements[index], options: options).changes.count } ?? count
    }
    return changed * 2 > all
  }

  /// The changes, with one change for each of the lists.
  var changeset: Changeset {
    guard !paths.isEmpty else { return Changeset(from: old, to: new, options: options) }
    var changeset = Changeset(
      from: replacingLists(of: old, with: 0),
      to: replacingLists(of: new, with: 1),
      options: options
    )
    for (index, change) in changeset.changes.enumerated() where paths.contains(change.path) {
      changeset.changes[index] = Change(
        path: change.path,
        old: old[change.path],
        new: new[change.path]
      )
    }
    return changeset
  }

  private func replacingLists(of tree: Tree, with number: Int64) -> Tree {
    tree.applying(
      Changeset(
        changes: paths.map { Change(path: $0, old: tree[$0], new: Tree(.integer(number))) }
      )
    )
  }
}

extension Change {
  /// A Boolean value indicating whether the change writes a list of a Realtime Database as one
  /// value; other changes of maps are reported for each of their keys.
  var isOfShiftedList: Bool { kind == .changed && old?.kind == .map && new?.kind == .map }
}

extension Tree {
  /// Returns true if the tree may contain a list with at least the given number of elements; false
  /// positives are possible, because unrelated nodes in the same memory also count.
  fileprivate func mayContainList(of count: Int) -> Bool {
    NodeMemory.with(self) { memory in
      !memory.nodes.allSatisfy { $0.kind != .list || $0.childRange.count < count }
    }
  }
}
