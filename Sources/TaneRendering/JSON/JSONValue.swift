package import TaneCore
import TaneFormats

/// A value as JSON can hold it.
package enum JSONValue {
  /// The value itself, or with what JSON does not know spelled as YAML: `{"$yaml": ".nan"}`.
  package static func literal(_ tree: Tree) -> TreeLiteral {
    isRepresentable(tree) ? .tree(tree) : replacing(tree)
  }

  /// Whether JSON can hold the value as it is.
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
