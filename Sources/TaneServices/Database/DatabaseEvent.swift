public import TaneCore

/// What became of a node that is observed.
public struct DatabaseEvent: Sendable, Equatable {
  /// How a value is to be taken.
  public enum Kind: Sendable, Hashable {
    /// It replaces what was at the path. The first event is of this kind, at `/`, and so is the first one
    /// after every reconnection: whatever was missed, a client that follows the events is right again.
    case put
    /// Each of its entries replaces what was at the entry's path.
    case patch
  }

  /// How the value is to be taken.
  public let kind: Kind
  /// Where the value stands, below the observed node.
  public let path: TreePath
  /// The value, in stored form; null where something was removed.
  public let value: Tree
  /// The changes one by one: paths below the observed node, and the value at each.
  public let changes: [TreeWrite]

  init(kind: Kind, path: TreePath, data: Tree) {
    self.kind = kind
    self.path = path
    switch kind {
    case .put:
      value = data.storedForm()
      changes = [TreeWrite(path: path, value: value)]
    case .patch:
      value = data
      changes = data.children.map { child in
        TreeWrite(path: path.appending(TreePath(raw: child.key ?? "")), value: child.storedForm())
      }
    }
  }

  /// Whether two events say the same.
  public static func == (left: DatabaseEvent, right: DatabaseEvent) -> Bool {
    left.kind == right.kind && left.path == right.path && left.value == right.value
  }
}

extension TreePath {
  /// Reads a path as the service's events spell it: keys between slashes, nothing encoded.
  init(raw text: String) {
    self.init(text.split(separator: "/").map(String.init))
  }
}
