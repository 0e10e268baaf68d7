import TaneCore

/// A hashable scalar.
struct ScalarValue: Sendable {
  let tree: Tree

  init?(_ tree: Tree) {
    guard !tree.kind.isContainer else { return nil }
    self.tree = tree
  }

  init(_ text: String) {
    tree = Tree(.string(text))
  }
}

extension ScalarValue: Hashable {
  static func == (left: ScalarValue, right: ScalarValue) -> Bool { left.tree == right.tree }

  func hash(into hasher: inout Hasher) {
    // Equal integers and doubles need the same hash.
    if let number = tree.number {
      hasher.combine(number)
    } else {
      tree.withTextBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }
}
