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
    var children: [ExactKey: Part] = [:]

    /// The parts below this one, in key order.
    var sortedChildren: [(key: String, part: Part)] {
      children.map { ($0.key.text, $0.value) }.sorted { KeyOrder.precedes($0.0, $1.0) }
    }

    /// Whether the part is a list, and those below it are elements of it or follow them.
    var continuesList: Bool {
      guard let tree, tree.kind == .list else { return false }
      let added = sortedChildren.map(\.key).filter { tree[$0] == nil }
      return added.enumerated().allSatisfy { $1 == String(tree.children.count + $0) }
    }

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
  public func assembled() -> Tree { Self.assembled(root) }

  /// What the parts together say of the node at a path; nil for nothing.
  public func assembled(at path: TreePath) -> Tree? {
    var part: Part? = root
    var described = root.tree
    for component in path.components {
      part = part?.children[ExactKey(component)]
      described = part?.tree ?? described?[component]
    }
    guard var part, !part.children.isEmpty else { return described }
    part.tree = described
    return Self.assembled(part)
  }

  private static func assembled(_ root: Part) -> Tree {
    // One part by itself needs no copy.
    guard !root.children.isEmpty else { return root.tree ?? .null }
    // The largest part is the one worth sharing.
    let largest = trees(of: root).max { $0.storage.nodeCount < $1.storage.nodeCount }
    var builder = largest.map(TreeBuilder.init(sharing:)) ?? TreeBuilder()
    emit(root, into: &builder)
    return builder.finish()
  }

  private static func trees(of part: Part) -> [Tree] {
    (part.tree.map { [$0] } ?? []) + part.children.values.flatMap(trees)
  }

  /// What the parts above a path, or at it, say of the node there.
  private func describedNode(at path: TreePath) -> Tree? {
    var part: Part? = root
    var node = root.tree
    for component in path.components {
      part = part?.children[ExactKey(component)]
      // A scalar describes all that could lie below it: nothing does.
      if let above = node, !above.kind.isContainer { return above }
      node = part?.tree ?? node?[component]
    }
    return node
  }

  /// The first node below a new part that a part added before describes as well.
  private static func conflict(between tree: Tree, and part: Part, at path: TreePath) -> Conflict? {
    for (key, child) in part.sortedChildren {
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
    if let tree = part.tree { return tree }
    for child in part.children.values {
      if let found = firstTree(of: child) { return found }
    }
    return nil
  }

  private static func modify(
    _ part: inout Part,
    _ path: ArraySlice<String>,
    _ body: (inout Part) -> Void
  ) {
    guard let key = path.first else { return body(&part) }
    modify(&part.children[ExactKey(key), default: Part()], path.dropFirst(), body)
  }

  private static func emit(_ part: Part, into builder: inout TreeBuilder) {
    guard !part.children.isEmpty else { return builder.append(part.tree ?? .null) }
    let isList = part.continuesList
    part.tree.map { builder.setPlace(of: $0) } ?? builder.clearPlace()
    isList ? builder.beginList() : builder.beginMap()
    for (index, child) in (part.tree?.children ?? Tree.null.children).enumerated() {
      let key = child.key ?? String(index)
      if !isList { builder.setKey(of: child) }
      if let graft = part.children[ExactKey(key)] {
        emit(graft.over(child), into: &builder)
      } else {
        builder.append(child)
      }
    }
    for (key, child) in part.sortedChildren where part.tree?[key] == nil {
      // A key that is a file's or a folder's name stands where its file begins.
      child.tree.map { builder.setPlace(of: $0) } ?? builder.clearPlace()
      if !isList { builder.setKey(key) }
      emit(child, into: &builder)
    }
    builder.endContainer()
  }
}
