import TaneCore

/// A scalar that can be told apart from others by a hash table.
struct ScalarValue: Sendable {
  /// The scalar.
  let tree: Tree

  init?(_ tree: Tree) {
    guard !tree.kind.isContainer else { return nil }
    self.tree = tree
  }

  init(_ text: String) {
    tree = Tree(.string(text))
  }

  /// Creates null.
  static let null = ScalarValue(null: ())

  private init(null: ()) {
    tree = .null
  }
}

extension ScalarValue: Hashable {
  static func == (left: ScalarValue, right: ScalarValue) -> Bool { left.tree == right.tree }

  func hash(into hasher: inout Hasher) {
    // Equal numbers of two kinds need the same hash.
    if let number = tree.number {
      hasher.combine(number)
    } else {
      tree.withTextBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }
}
