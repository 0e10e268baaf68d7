/// A child in the results of a query: its key and its value.
public struct TreeEntry: Sendable, Equatable {
  /// The key of the child.
  public let key: String
  /// The child.
  public let value: Tree

  /// Creates an entry.
  public init(key: String, value: Tree) {
    self.key = key
    self.value = value
  }
}
