package import TaneCore

/// A change to an observed node.
package struct DatabaseEvent: Sendable, Equatable {
  /// The effect of an event's value.
  package enum Kind: Sendable, Hashable {
    /// The event's value replaces the value at the path. The first event, and the first one after
    /// every reconnection, is of this kind at `/`, so missed events have no effect.
    case put
    /// Each entry of the event's value replaces the value at the entry's path.
    case patch
  }

  /// The effect of the value.
  package let kind: Kind
  /// The path of the value, relative to the observed node.
  package let path: TreePath
  /// The new value in stored form, null for a removal; for a `patch`, a map of new values by path.
  package let value: Tree
  /// The changes one by one: paths below the observed node, and the value at each.
  package let changes: [TreeWrite]

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

  /// Returns true if two events are equal.
  package static func == (left: DatabaseEvent, right: DatabaseEvent) -> Bool {
    left.kind == right.kind && left.path == right.path && left.value == right.value
  }
}

extension TreePath {
  /// Parses a path in the format of the service's events: keys separated by slashes, not encoded.
  init(raw text: String) {
    self.init(text.split(separator: "/").map(String.init))
  }
}
