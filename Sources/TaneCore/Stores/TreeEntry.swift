/// A child in the results of a query: its key and its value.
public struct TreeEntry: Sendable, Equatable {
  package let key: String
  package let value: Tree

  package init(key: String, value: Tree) {
    self.key = key
    self.value = value
  }
}
