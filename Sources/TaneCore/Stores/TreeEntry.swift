/// A child that a query selects: its key and its value.
public struct TreeEntry: Sendable, Equatable {
  /// The key under which the child stands.
  public let key: String
  /// The child.
  public let value: Tree

  /// Creates an entry.
  public init(key: String, value: Tree) {
    self.key = key
    self.value = value
  }
}
