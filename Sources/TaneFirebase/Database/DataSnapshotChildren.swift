import Synchronization

/// The children of a snapshot, in the database's key order; of a query, in the query's order.
///
/// As with the enumerator of Firebase's SDK every child comes once: what was given is not given again.
///
/// ```swift
/// let shops = snapshot.children
/// while let shop = shops.nextObject() { print(shop.key) }
/// ```
public final class DataSnapshotChildren: Sequence, IteratorProtocol, Sendable {
  private let parent: DataSnapshot
  private let keys: [String]
  /// The number of children returned so far.
  private let count = Mutex(0)

  init(of parent: DataSnapshot) {
    self.parent = parent
    keys = parent.childKeys
  }

  /// All children that were not given yet.
  public var allObjects: [DataSnapshot] { Array(self) }

  /// The next child; nil where all were given.
  public func nextObject() -> DataSnapshot? {
    let index = count.withLock { count in
      defer { count = Swift.min(count + 1, keys.count) }
      return count
    }
    return index < keys.count ? parent.child(keys[index]) : nil
  }

  /// The next child; nil where all were given.
  public func next() -> DataSnapshot? { nextObject() }
}
