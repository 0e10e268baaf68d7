import Synchronization
import TaneCore

/// A Realtime Database in memory that stores priorities, streams its changes, and runs disconnect
/// operations when a test ends the connection.
final class PriorityStore: ConnectedTreeStore {
  private struct State {
    var root = PriorityNode()
    var disconnectOperations: [[TreeWrite]] = []
    var readers: [(TreePath, AsyncThrowingStream<Tree, any Error>.Continuation)] = []
  }

  let keepsPriorities = true
  private let state = Mutex(State())

  func tree(at path: TreePath) async throws -> Tree { state.withLock { $0.root[path].plain } }

  func exportedTree(at path: TreePath) async throws -> Tree {
    state.withLock { $0.root[path].exported }
  }

  func childKeys(at path: TreePath) async throws -> [String] {
    try await tree(at: path).children.compactMap(\.key)
  }

  func children(at path: TreePath, matching query: TreeQuery) async throws -> [TreeEntry] {
    query.entries(of: try await tree(at: path))
  }

  func exportedChildren(at path: TreePath, matching query: TreeQuery) async throws -> [TreeEntry] {
    let node = state.withLock { $0.root[path] }
    let entries: [TreeEntry]
    if query.order == .priority {
      let ranks = node.children.map { key, child in
        (key, TreeLiteral.map([(".priority", .tree(child.priority ?? .null))]))
      }
      entries = query.entries(of: Tree(.map(ranks)))
    } else {
      entries = query.entries(of: node.plain)
    }
    return entries.compactMap { entry in
      node.children[entry.key].map { TreeEntry(key: entry.key, value: $0.exported) }
    }
  }

  func update(_ writes: [TreeWrite]) async throws { try await updateExported(writes) }

  func updateExported(_ writes: [TreeWrite]) async throws {
    try state.withLock { state in
      for write in writes {
        guard let expected = write.expected else { continue }
        guard state.root[write.path].exported == expected else {
          throw StoreError(.conflict, service: "priority", "another value", paths: [write.path])
        }
      }
      for write in writes { state.root.write(write.value, at: write.path.components[...]) }
      for (path, reader) in state.readers { reader.yield(state.root[path].exported) }
    }
  }

  func trees(at path: TreePath) -> AsyncThrowingStream<Tree, any Error> {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Tree.self)
    state.withLock { state in
      continuation.yield(state.root[path].exported)
      state.readers.append((path, continuation))
    }
    return stream
  }

  func updateOnDisconnect(_ writes: [TreeWrite]) async throws {
    state.withLock { $0.disconnectOperations.append(writes) }
  }

  func cancelDisconnectWrites(at path: TreePath) async throws {
    state.withLock { state in
      state.disconnectOperations = state.disconnectOperations.map {
        $0.filter { !path.contains($0.path) }
      }
    }
  }

  func disconnect() async {
    let disconnectOperations = state.withLock { state in
      defer { state.disconnectOperations = [] }
      return state.disconnectOperations
    }
    for writes in disconnectOperations { try? await updateExported(writes) }
  }
}

/// A node with its priority.
private struct PriorityNode {
  var scalar: Tree?
  var priority: Tree?
  var children: [String: PriorityNode] = [:]

  init() {}

  init(_ exported: Tree) {
    switch exported.kind {
    case .null: break
    case .map, .list:
      let stored = exported.storedForm()
      scalar = stored[".value"]
      priority = stored[".priority"]
      for child in stored.children {
        guard let key = child.key, !key.hasPrefix(".") else { continue }
        children[key] = PriorityNode(child)
      }
    default: scalar = exported
    }
  }

  var isEmpty: Bool { scalar == nil && children.isEmpty }

  subscript(path: TreePath) -> PriorityNode {
    path.components.reduce(self) { $0.children[$1] ?? PriorityNode() }
  }

  var plain: Tree { Tree(literal(exports: false)) }

  var exported: Tree { Tree(literal(exports: true)) }

  private func literal(exports: Bool) -> TreeLiteral {
    if isEmpty { return .null }
    let own = priority.map { exports ? [(".priority", TreeLiteral.tree($0))] : [] } ?? []
    if let scalar { return own.isEmpty ? .tree(scalar) : .map(own + [(".value", .tree(scalar))]) }
    return .map(own + children.map { ($0.key, $0.value.literal(exports: exports)) })
  }

  mutating func write(_ value: Tree, at path: ArraySlice<String>) {
    guard let key = path.first else { return self = PriorityNode(value) }
    if key == ".priority" {
      if !isEmpty { priority = value.isNull ? nil : value }
      return
    }
    var child = children[key] ?? PriorityNode()
    child.write(value, at: path.dropFirst())
    if !child.isEmpty { scalar = nil }
    children[key] = child.isEmpty ? nil : child
    if isEmpty { priority = nil }
  }
}
