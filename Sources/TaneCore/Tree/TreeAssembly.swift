/// Puts trees that stand at different paths together into one, as the files of a fixture set are.
public struct TreeAssembly {
  /// Two parts that describe one node.
  public struct Conflict: Sendable {
    /// The node that is described twice.
    public let path: TreePath
    /// The node as the part higher up, or added first, describes it.
    public let first: Tree
    /// The node as the other part describes it.
    public let second: Tree
  }

  private struct Part {
    var tree: Tree?
    var children: [String: Part] = [:]

    /// The part with the tree that a part higher up has at its place.
    func over(_ tree: Tree) -> Part {
      Part(tree: self.tree ?? tree, children: children)
    }
  }

  private var root = Part()

  /// Creates an assembly of nothing.
  public init() {}

  /// Adds the value at a path.
  public mutating func add(_ tree: Tree, at path: TreePath) -> Conflict? {
    if let described = describedNode(at: path) {
      return Conflict(path: path, first: described, second: tree)
    }
    var conflict: Conflict?
    Self.modify(&root, path.components[...]) { part in
      conflict = Self.conflict(between: tree, and: part, at: path)
      if conflict == nil { part.tree = tree }
    }
    return conflict
  }

  /// The one tree that the parts make, from the root.
  public func assembled() -> Tree {
    var builder = TreeBuilder()
    Self.emit(root, into: &builder)
    return builder.finish()
  }

  /// What the parts above a path, or at it, say of the node there.
  private func describedNode(at path: TreePath) -> Tree? {
    var part: Part? = root
    var node = root.tree
    for component in path.components {
      part = part?.children[component]
      // A scalar describes all that could lie below it: nothing does.
      if let above = node, !above.kind.isContainer { return above }
      node = part?.tree ?? node?[component]
    }
    return node
  }

  /// The first node below a new part that a part added before describes as well.
  private static func conflict(between tree: Tree, and part: Part, at path: TreePath) -> Conflict? {
    for (key, child) in part.children.sorted(by: { KeyOrder.precedes($0.key, $1.key) }) {
      let path = path.appending(key)
      if !tree.kind.isContainer, !tree.isNull, let below = firstTree(of: child) {
        return Conflict(path: path, first: below, second: tree)
      }
      guard let described = tree[key] else { continue }
      if let other = child.tree { return Conflict(path: path, first: other, second: described) }
      if let deeper = conflict(between: described, and: child, at: path) { return deeper }
    }
    return nil
  }

  private static func firstTree(of part: Part) -> Tree? {
    part.tree ?? part.children.values.lazy.compactMap(firstTree).first
  }

  private static func modify(
    _ part: inout Part,
    _ path: ArraySlice<String>,
    _ body: (inout Part) -> Void
  ) {
    guard let key = path.first else { return body(&part) }
    modify(&part.children[key, default: Part()], path.dropFirst(), body)
  }

  private static func emit(_ part: Part, into builder: inout TreeBuilder) {
    guard !part.children.isEmpty else { return builder.append(part.tree ?? .null) }
    if let tree = part.tree { builder.setPlace(of: tree) }
    builder.beginMap()
    for (index, child) in (part.tree?.children ?? Tree.null.children).enumerated() {
      let key = child.key ?? String(index)
      child.key == nil ? builder.setKey(key) : builder.setKey(of: child)
      if let graft = part.children[key] {
        emit(graft.over(child), into: &builder)
      } else {
        builder.append(child)
      }
    }
    for (key, child) in part.children where part.tree?[key] == nil {
      builder.setKey(key)
      emit(child, into: &builder)
    }
    builder.endContainer()
  }
}
