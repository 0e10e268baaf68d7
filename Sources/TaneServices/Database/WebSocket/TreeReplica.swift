import Synchronization
import TaneCore

/// The value of a node as the service tells of it, and those who read it.
///
/// Changes cost what they change; the whole value is made when a reader asks for it.
final class TreeReplica: Sendable {
  typealias Readers = AsyncThrowingStream<TreeReplica, any Error>

  private struct State {
    var node: DatabaseNode?
    /// The number of changes to the node.
    var version = 0
    /// A Boolean value indicating whether the service has sent the value over this connection.
    var isFresh = false
    var isKnown = false
    var readers: [Int: Readers.Continuation] = [:]
    var lastReader = 0
  }

  private let state = Mutex(State())

  /// A Boolean value indicating whether the service has ever sent the value.
  var isKnown: Bool { state.withLock { $0.isKnown } }

  /// A Boolean value indicating whether the node has no readers.
  var isUnread: Bool { state.withLock { $0.readers.isEmpty } }

  /// The value, in export form.
  var tree: Tree {
    let (node, version) = state.withLock { ($0.node, $0.version) }
    guard let node else { return .null }
    let tree = node.exportForm
    state.withLock { state in
      // Made once, it serves every reader until something changes.
      if state.version == version { state.node = .tree(tree) }
    }
    return tree
  }

  /// Adds a reader, and returns a number by which to remove it.
  func add(_ reader: Readers.Continuation) -> Int {
    state.withLock { state in
      state.lastReader += 1
      state.readers[state.lastReader] = reader
      if state.isKnown { reader.yield(self) }
      return state.lastReader
    }
  }

  /// Removes a reader.
  func removeReader(_ number: Int) {
    state.withLock { _ = $0.readers.removeValue(forKey: number) }
  }

  /// Notes that the service is about to say anew what is there.
  func expectValue() {
    state.withLock { $0.isFresh = false }
  }

  /// Notes that the service has said what is there; where it did so without a word, nothing is.
  func settle() {
    state.withLock { state in
      guard !state.isFresh else { return }
      state.node = nil
      announce(in: &state, isWhole: true)
    }
  }

  /// Takes a value for a path below the node.
  func take(_ value: Tree, at path: TreePath) {
    let held = value.storedForm()
    state.withLock { state in
      DatabaseNode.replace(
        &state.node,
        at: path.components[...],
        with: held.isNull ? nil : .tree(held)
      )
      announce(in: &state, isWhole: path.isRoot)
    }
  }

  /// Ends all readers.
  func end(throwing error: any Error) {
    let readers = state.withLock { state in
      defer { state.readers = [:] }
      return state.readers
    }
    for reader in readers.values { reader.finish(throwing: error) }
  }

  private func announce(in state: inout State, isWhole: Bool) {
    state.version += 1
    if isWhole { (state.isFresh, state.isKnown) = (true, true) }
    guard state.isKnown else { return }
    for reader in state.readers.values { reader.yield(self) }
  }
}
