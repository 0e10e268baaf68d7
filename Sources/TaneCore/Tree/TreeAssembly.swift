/// An assembler that combines trees at different paths, such as the files of a fixture set, into
/// one tree.
package struct TreeAssembly {
  /// A conflict between two parts that describe the same node.
  package struct Conflict: Sendable {
    /// The path of the node.
    package let path: TreePath
    /// The node in the part that was added first.
    package let first: Tree
    /// The node in the part to be added.
    package let second: Tree
  }

  private struct Part {
    var tree: Tree?
    var children: [ExactKey: Part] = [:]

    /// The parts below this one, in key order.
    var sortedChildren: [(key: String, part: Part)] {
      children.map { ($0.key.text, $0.value) }.sorted { KeyOrder.precedes($0.0, $1.0) }
    }

    /// A Boolean value indicating whether the part is a list, and every part below it belongs to
    /// one of its elements or appends an element without a gap.
    var continuesList: Bool {
      guard let tree, tree.kind == .list else { return false }
      let added = sortedChildren.map(\.key).filter { tree[$0] == nil }
      return added.enumerated().allSatisfy { $1 == String(tree.children.count + $0) }
    }

    /// Returns the part, filled with the given node of a part above if it has no tree of its own.
    func fillingTree(with tree: Tree) -> Part {
      Part(tree: self.tree ?? tree, children: children)
    }
  }

  private var root = Part()

  package init() {}

  /// Adds a value at a path, or returns a conflict if another part already describes the node.
  package mutating func add(_ tree: Tree, at path: TreePath) -> Conflict? {
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

  package func assembled() -> Tree { Self.assembled(root) }

  /// Returns the assembled node at a path, or nil if no part describes it.
  package func assembled(at path: TreePath) -> Tree? {
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
    // A single part does not have to be copied.
    guard !root.children.isEmpty else { return root.tree ?? .null }
    // The builder shares the memory of the largest part, so that the fewest nodes are copied.
    let largest = trees(of: root).max { $0.storage.nodeCount < $1.storage.nodeCount }
    var builder = largest.map(TreeBuilder.init(sharing:)) ?? TreeBuilder()
    emit(root, into: &builder)
    return builder.finish()
  }

  private static func trees(of part: Part) -> [Tree] {
    (part.tree.map { [$0] } ?? []) + part.children.values.flatMap(trees)
  }

  /// Returns the node at a path in the parts at and above it, or nil if they do not describe it.
  private func describedNode(at path: TreePath) -> Tree? {
    var part: Part? = root
    var node = root.tree
    for component in path.components {
      part = part?.children[ExactKey(component)]
      // Nothing can exist below a scalar.
      if let above = node, !above.kind.isContainer { return above }
      node = part?.tree ?? node?[component]
    }
    return node
  }

  /// Returns the first conflict between a new part and the parts below it, if any.
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
    part.tree.map { builder.setPosition(of: $0) } ?? builder.clearPosition()
    isList ? builder.beginList() : builder.beginMap()
    for (index, child) in (part.tree?.children ?? Tree.null.children).enumerated() {
      let key = child.key ?? String(index)
      if !isList { builder.setKey(of: child) }
      if let graft = part.children[ExactKey(key)] {
        emit(graft.fillingTree(with: child), into: &builder)
      } else {
        builder.append(child)
      }
    }
    for (key, child) in part.sortedChildren where part.tree?[key] == nil {
      // If a key comes from the name of a file or folder, its position is the start of the file.
      child.tree.map { builder.setPosition(of: $0) } ?? builder.clearPosition()
      if !isList { builder.setKey(key) }
      emit(child, into: &builder)
    }
    builder.endContainer()
  }
}
