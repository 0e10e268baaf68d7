/// Which children of a node to read, and in what order: the Realtime Database's queries.
///
/// See <https://firebase.google.com/docs/database/rest/retrieve-data>.
public struct TreeQuery: Sendable {
  /// What children are ordered by.
  public enum Order: Sendable, Hashable {
    /// Their keys.
    case key
    /// Their values.
    case value
    /// The value of a node below each of them.
    case child(TreePath)

    /// The order by priorities, which only a database that keeps them has (`TreeReader.keepsPriorities`).
    public static let priority = Order.child(TreePath([".priority"]))
  }

  /// One end of a range, by value and, among equal values, by key.
  public struct Bound: Sendable {
    /// The value that children are compared with; by key order, a string.
    public let value: Tree
    /// The key that children of an equal value are compared with, if any.
    public let key: String?
    /// Whether a child that equals the bound is selected.
    public let isInclusive: Bool

    /// Creates a bound.
    public init(_ value: Tree, key: String? = nil, isInclusive: Bool = true) {
      self.value = value
      self.key = key
      self.isInclusive = isInclusive
    }
  }

  /// How many children, from which end.
  public enum Limit: Sendable, Hashable {
    /// The first ones.
    case first(Int)
    /// The last ones.
    case last(Int)
  }

  /// What children are ordered by.
  public var order: Order
  /// Where the range begins, if it has a beginning.
  public var start: Bound?
  /// Where the range ends, if it has an end.
  public var end: Bound?
  /// How many children at the most.
  public var limit: Limit?

  /// Creates a query.
  public init(order: Order, start: Bound? = nil, end: Bound? = nil, limit: Limit? = nil) {
    self.order = order
    self.start = start
    self.end = end
    self.limit = limit
  }

  /// Selects from the children of a node in stored form.
  public func entries(of node: Tree) -> [TreeEntry] {
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
