import TaneCore

/// A query of a node's children, independent of the protocol.
///
/// See <https://firebase.google.com/docs/database/rest/retrieve-data>.
struct DatabaseQuery: Sendable, Hashable {
  /// The sort key of the children.
  enum Index: Sendable, Hashable {
    case key
    case value
    case priority
    /// The value at a path below each child.
    case child(TreePath)
  }

  /// One end of a range: a value, and optionally a key to distinguish equal values.
  struct Bound: Sendable, Hashable {
    /// The scalar to compare with; a string if the query is ordered by key.
    var value: ScalarValue
    /// The key to compare with among equal values, if any.
    var key: String?
    /// A Boolean value indicating whether a child equal to the bound is included.
    var isInclusive = true
  }

  /// The maximum number of children, counted from the first or the last.
  enum Limit: Sendable, Hashable {
    case first(Int)
    case last(Int)
  }

  /// The sort key of the children.
  var index = Index.priority
  /// The start of the range, or nil if it has no lower bound.
  var start: Bound?
  /// The end of the range, or nil if it has no upper bound.
  var end: Bound?
  /// The maximum number of children, or nil if it is unlimited.
  var limit: Limit?

  /// A Boolean value indicating whether the query selects every child.
  var selectsAll: Bool { start == nil && end == nil && limit == nil }

  /// The query, or nil if it equals the default query.
  var nonDefault: DatabaseQuery? { self == DatabaseQuery() ? nil : self }

  /// Returns a node with the selected children in key order, or nil if no child is selected.
  ///
  /// A query that selects every child returns the node unchanged.
  func selection(from node: DatabaseNode?) -> DatabaseNode? {
    guard let node, !selectsAll else { return node }
    let selected = ordered(node.children)
    guard index != .key else { return selected.node }
    return selected.sorted { KeyOrder.precedes($0.key, $1.key) }.node
  }

  /// Returns the selected children in the query's order.
  func ordered(_ children: [DatabaseEntry]) -> [DatabaseEntry] {
    if index == .key { return limited(children.filter { isSelected($0, .null) }) }
    let selected =
      children
      .map { (entry: $0, value: indexValue(of: $0.node)) }
      .filter { isSelected($0.entry, $0.value) }
      .sorted { left, right in
        let order = ValueOrder.compare(left.value, right.value)
        return order == 0 ? KeyOrder.precedes(left.entry.key, right.entry.key) : order < 0
      }
    return limited(selected.map(\.entry))
  }

  private func limited(_ entries: [DatabaseEntry]) -> [DatabaseEntry] {
    switch limit {
    case nil: entries
    case .first(let count): Array(entries.prefix(count))
    case .last(let count): Array(entries.suffix(count))
    }
  }

  private func isSelected(_ entry: DatabaseEntry, _ value: Tree) -> Bool {
    if let start {
      let order = compare(entry, value, start)
      guard order > 0 || order == 0 && start.isInclusive else { return false }
    }
    if let end {
      let order = compare(entry, value, end)
      guard order < 0 || order == 0 && end.isInclusive else { return false }
    }
    return true
  }

  private func compare(_ entry: DatabaseEntry, _ value: Tree, _ bound: Bound) -> Int {
    if index == .key { return Bound.compare(entry.key, bound.value.tree.string ?? "") }
    let order = ValueOrder.compare(value, bound.value.tree)
    guard order == 0, let key = bound.key else { return order }
    return Bound.compare(entry.key, key)
  }

  private func indexValue(of node: DatabaseNode) -> Tree {
    let indexed: DatabaseNode? =
      switch index {
      case .key: nil
      case .value: node
      case .priority: node.priority.map { .tree($0) }
      case .child(let path): node[path]
      }
    guard let indexed else { return .null }
    return indexed.scalar ?? Self.anyObject
  }

  /// A placeholder for every node with children, because such nodes compare as equal.
  private static let anyObject = Tree(["": true])
}

extension DatabaseQuery.Bound {
  /// The placeholders that clients send for the lowest and the highest key.
  ///
  /// No key equals a placeholder, because keys cannot contain brackets.
  private static let (leastName, greatestName) = ("[MIN_NAME]", "[MAX_NAME]")

  /// Returns true if a string is a placeholder for a key.
  static func isKeyPlaceholder(_ text: String) -> Bool {
    text == leastName || text == greatestName
  }

  fileprivate static func compare(_ key: String, _ bound: String) -> Int {
    switch bound {
    case leastName: 1
    case greatestName: -1
    default: KeyOrder.compare(key, bound)
    }
  }
}
