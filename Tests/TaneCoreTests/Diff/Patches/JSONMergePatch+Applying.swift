@testable import TaneCore

extension JSONMergePatch {
  /// Returns a tree with the patch merged into it.
  func apply(to target: Tree) -> Tree {
    var builder = TreeBuilder(sharing: target)
    Self.merge(tree, into: target, &builder)
    return builder.finish()
  }

  private static func merge(_ patch: Tree, into target: Tree?, _ builder: inout TreeBuilder) {
    guard patch.kind == .map else { return builder.append(patch) }
    let base = target?.kind == .map ? target : nil
    builder.setPosition(of: base ?? patch)
    builder.beginMap(tag: base?.tag ?? .none)
    for child in base?.children ?? Tree.null.children {
      let change = child.key.flatMap { patch[$0] }
      if change?.isNull == true { continue }
      builder.setKey(of: child)
      if let change { merge(change, into: child, &builder) } else { builder.append(child) }
    }
    for child in patch.children where !child.isNull && base?[child.key ?? ""] == nil {
      builder.setKey(of: child)
      merge(child, into: nil, &builder)
    }
    builder.endContainer()
  }
}
