import Synchronization

/// The children of a snapshot in key order, or in the query's order for a query.
///
/// As with the enumerator of the Firebase SDK, each child is returned only once.
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

  /// All children that have not been returned yet.
  public var allObjects: [DataSnapshot] { Array(self) }

  /// Returns the next child, or nil at the end.
  public func nextObject() -> DataSnapshot? {
    let index = count.withLock { count in
      defer { count = Swift.min(count + 1, keys.count) }
      return count
    }
    return index < keys.count ? parent.child(keys[index]) : nil
  }

  /// Returns the next child, or nil at the end.
  public func next() -> DataSnapshot? { nextObject() }
}
