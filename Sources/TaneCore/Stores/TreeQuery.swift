/// A query for the children of a node, as in the Realtime Database.
///
/// See <https://firebase.google.com/docs/database/rest/retrieve-data>.
public struct TreeQuery: Sendable {
  /// The order of the children.
  package enum Order: Sendable, Hashable {
    case key
    case value
    /// The order by the value at a path below each child.
    case child(TreePath)

    /// The order by priority, only for databases with priorities (`TreeReader.keepsPriorities`).
    package static let priority = Order.child(TreePath([".priority"]))
  }

  /// A bound of a range: a value, and a key for children with an equal value.
  package struct Bound: Sendable {
    /// The value to compare with; a string if the order is by key.
    package let value: Tree
    /// The key to compare with among children with an equal value, if any.
    package let key: String?
    /// A Boolean value indicating whether the bound is inclusive.
    package let isInclusive: Bool

    package init(_ value: Tree, key: String? = nil, isInclusive: Bool = true) {
      self.value = value
      self.key = key
      self.isInclusive = isInclusive
    }
  }

  /// The maximum number of children, from the start or the end of the range.
  package enum Limit: Sendable, Hashable {
    /// The first children in the range.
    case first(Int)
    /// The last children in the range.
    case last(Int)
  }

  /// The order of the children.
  package var order: Order
  /// The lower bound of the range, if any.
  package var start: Bound?
  /// The upper bound of the range, if any.
  package var end: Bound?
  /// The maximum number of children, or nil for no limit.
  package var limit: Limit?

  package init(order: Order, start: Bound? = nil, end: Bound? = nil, limit: Limit? = nil) {
    self.order = order
    self.start = start
    self.end = end
    self.limit = limit
  }

  /// Returns the children of a node in stored form that match the query, in the query's order.
  package func entries(of node: Tree) -> [TreeEntry] {
    let ordered = node.children.enumerated()
      .map { TreeEntry(key: $1.key ?? String($0), value: $1) }
      .filter { isAtOrAfterStart($0) && isAtOrBeforeEnd($0) }
      .sorted { compare($0, $1) < 0 }
    switch limit {
    case nil: return ordered
    case .first(let count): return Array(ordered.prefix(max(0, count)))
    case .last(let count): return Array(ordered.suffix(max(0, count)))
    }
  }

  private func isAtOrAfterStart(_ entry: TreeEntry) -> Bool {
    guard let start else { return true }
    let order = compare(entry, start)
    return order > 0 || order == 0 && start.isInclusive
  }

  private func isAtOrBeforeEnd(_ entry: TreeEntry) -> Bool {
    guard let end else { return true }
    let order = compare(entry, end)
    return order < 0 || order == 0 && end.isInclusive
  }

  private func compare(_ left: TreeEntry, _ right: TreeEntry) -> Int {
    let order = ValueOrder.compare(indexValue(of: left), indexValue(of: right))
    return order == 0 || self.order == .key ? KeyOrder.compare(left.key, right.key) : order
  }

  private func compare(_ entry: TreeEntry, _ bound: Bound) -> Int {
    if order == .key { return KeyOrder.compare(entry.key, bound.value.string ?? "") }
    let order = ValueOrder.compare(indexValue(of: entry), bound.value)
    guard order == 0, let key = bound.key else { return order }
    return KeyOrder.compare(entry.key, key)
  }

  private func indexValue(of entry: TreeEntry) -> Tree {
    switch order {
    case .key: .null
    case .value: entry.value
    case .child(let path): entry.value[path] ?? .null
    }
  }
}
