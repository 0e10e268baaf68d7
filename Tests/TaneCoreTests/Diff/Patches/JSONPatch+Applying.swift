@testable import TaneCore

extension JSONPatch {
  /// Returns the tree after all operations, or throws an error if one of them fails.
  func apply(to tree: Tree) throws(Failure) -> Tree {
    let root = PatchedNode(tree)
    for (index, operation) in operations.enumerated() {
      do {
        try root.perform(operation)
      } catch {
        throw Failure(operation: index, message: error.message)
      }
    }
    var builder = TreeBuilder(sharing: tree)
    root.write(into: &builder)
    return builder.finish()
  }
}

/// A node of a tree that is being patched; it is split into its children only when an operation
/// needs them.
private final class PatchedNode {
  struct Failure: Error {
    let message: String
  }

  private enum Content {
    case tree(Tree)
    case list([PatchedNode])
    case map([ExactKey: PatchedNode])
  }

  /// The original node, for its position and tag.
  private var origin: Tree
  private var content: Content

  init(_ tree: Tree) {
    origin = tree
    content = .tree(tree)
  }

  func perform(_ operation: JSONPatch.Operation) throws(Failure) {
    switch operation {
    case .add(let path, let value): try add(PatchedNode(value), at: path)
    case .remove(let path): _ = try remove(at: path)
    case .replace(let path, let value): try node(at: path).become(PatchedNode(value))
    case .copy(let source, let path):
      try add(PatchedNode(try node(at: source).tree), at: path)
    case .move(let source, let path): try move(from: source, to: path)
    case .test(let path, let value):
      guard try node(at: path).tree == value else {
        throw Failure(message: "the value at \"\(path.jsonPointer)\" is not the one tested for")
      }
    }
  }

  private func move(from source: TreePath, to path: TreePath) throws(Failure) {
    if source == path { return _ = try node(at: path) }
    guard !source.contains(path) else {
      throw Failure(message: "\"\(source.jsonPointer)\" cannot move into itself")
    }
    try add(try remove(at: source), at: path)
  }

  private func node(at path: TreePath) throws(Failure) -> PatchedNode {
    var node = self
    for key in path.components {
      guard let child = node.child(key) else { throw Self.nothing(at: path) }
      node = child
    }
    return node
  }

  private func add(_ value: PatchedNode, at path: TreePath) throws(Failure) {
    guard let key = path.key else { return become(value) }
    let parent = try node(at: path.parent)
    parent.expand()
    switch parent.content {
    case .map(var children):
      parent.content = .map([:])
      children[ExactKey(key)] = value
      parent.content = .map(children)
    case .list(var elements):
      let index = key == "-" ? elements.count : Self.index(key, upTo: elements.count + 1)
      guard let index else { throw Self.nothing(at: path) }
      parent.content = .list([])
      elements.insert(value, at: index)
      parent.content = .list(elements)
    case .tree: throw Self.nothing(at: path)
    }
  }

  private func remove(at path: TreePath) throws(Failure) -> PatchedNode {
    guard let key = path.key else { throw Failure(message: "the root cannot be removed") }
    let parent = try node(at: path.parent)
    let child = try node(at: path)
    switch parent.content {
    case .map(var children):
      parent.content = .map([:])
      children[ExactKey(key)] = nil
      parent.content = .map(children)
    case .list(var elements):
      parent.content = .list([])
      if let index = Self.index(key, upTo: elements.count) { elements.remove(at: index) }
      parent.content = .list(elements)
    case .tree: break
    }
    return child
  }

  private func become(_ other: PatchedNode) {
    origin = other.origin
    content = other.content
  }

  private func child(_ key: String) -> PatchedNode? {
    expand()
    switch content {
    case .map(let children): return children[ExactKey(key)]
    case .list(let elements): return Self.index(key, upTo: elements.count).map { elements[$0] }
    case .tree: return nil
    }
  }

  private func expand() {
    guard case .tree(let tree) = content else { return }
    switch tree.kind {
    case .map:
      let children = tree.children.map { (ExactKey($0.key ?? ""), PatchedNode($0)) }
      content = .map(Dictionary(children) { first, _ in first })
    case .list: content = .list(tree.children.map { PatchedNode($0) })
    default: break
    }
  }

  /// Returns an index in the format of RFC 6901: without a sign and without leading zeros.
  private static func index(_ key: String, upTo count: Int) -> Int? {
    guard let index = Int(key), String(index) == key, index >= 0, index < count else { return nil }
    return index
  }

  private static func nothing(at path: TreePath) -> Failure {
    Failure(message: "there is nothing at \"\(path.jsonPointer)\"")
  }

  private var tree: Tree {
    if case .tree(let tree) = content { return tree }
    var builder = TreeBuilder(sharing: origin)
    write(into: &builder)
    return builder.finish()
  }

  func write(into builder: inout TreeBuilder) {
    switch content {
    case .tree(let tree): builder.append(tree)
    case .list(let elements):
      builder.setPosition(of: origin)
      builder.beginList(tag: origin.tag)
      for element in elements { element.write(into: &builder) }
      builder.endContainer()
    case .map(let children):
      builder.setPosition(of: origin)
      builder.beginMap(tag: origin.tag)
      for (key, child) in children {
        builder.setPosition(of: child.origin)
        builder.setKey(key.text)
        child.write(into: &builder)
      }
      builder.endContainer()
    }
  }
}
