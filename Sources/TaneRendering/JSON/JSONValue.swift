package import TaneCore

/// Functions that convert values to JSON.
package enum JSONValue {
  /// Returns the value as JSON, in which parts that JSON cannot represent are encoded as YAML:
  /// `{"$yaml": ".nan"}`.
  package static func literal(_ tree: Tree) -> TreeLiteral {
    isRepresentable(tree) ? .tree(tree) : replacing(tree)
  }

  /// Returns true if JSON can represent the value.
  package static func isRepresentable(_ tree: Tree) -> Bool {
    guard tree.tag == .none || tree.tag == .serverTimestamp else { return false }
    if let double = tree.double { return double.isFinite }
    return tree.children.allSatisfy(isRepresentable)
  }

  private static func replacing(_ tree: Tree) -> TreeLiteral {
    guard !isRepresentable(tree) else { return .tree(tree) }
    guard tree.kind.isContainer, tree.tag == .none else {
      return ["$yaml": .string(ValueText.yaml(tree))]
    }
    guard tree.kind == .map else { return .list(tree.children.map(replacing)) }
    return .map(tree.children.map { ($0.key ?? "", replacing($0)) })
  }
}
