/// A child in the results of a query: its key and its value.
public struct TreeEntry: Sendable, Equatable {
  /// The key of the child.
  package let key: String
  /// The value of the child.
  package let value: Tree

  package init(key: String, value: Tree) {
    self.key = key
    self.value = value
  }
}
