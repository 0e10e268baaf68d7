import Synchronization
import TaneCore

/// A copy of a node's value, maintained from the service's messages, with its readers.
///
/// The cost of a change depends on the change's size; the whole value is created when a reader
/// requests it.
final class TreeReplica: Sendable {
  typealias Readers = AsyncThrowingStream<TreeReplica, any Error>

  private struct State {
    var node: DatabaseNode?
    /// The number of changes to the node.
    var version = 0
    /// A Boolean value indicating whether the value was received over the current connection.
    var isFresh = false
    var isKnown = false
    var readers: [Int: Readers.Continuation] = [:]
    var lastReader = 0
  }

  private let state = Mutex(State())

  /// A Boolean value indicating whether the service has ever sent the value.
  var isKnown: Bool { state.withLock { $0.isKnown } }

  /// A Boolean value indicating whether the node has no readers.
  var hasNoReaders: Bool { state.withLock { $0.readers.isEmpty } }

  /// The value, in export form.
  var tree: Tree {
    let (node, version) = state.withLock { ($0.node, $0.version) }
    guard let node else { return .null }
    let tree = node.exportForm
    state.withLock { state in
      // The tree is created once and shared by all readers until the next change.
      if state.version == version { state.node = .tree(tree) }
    }
    return tree
  }

  /// Adds a reader, and returns the reader's number for `removeReader(_:)`.
  func add(_ reader: Readers.Continuation) -> Int {
    state.withLock { state in
      state.lastReader += 1
      state.readers[state.lastReader] = reader
      if state.isKnown { reader.yield(self) }
      return state.lastReader
    }
  }

  func removeReader(_ number: Int) {
    state.withLock { _ = $0.readers.removeValue(forKey: number) }
  }

  /// Records that the service is about to resend the value.
  func expectValue() {
    state.withLock { $0.isFresh = false }
  }

  /// Records that the service has finished sending the value, which is null if nothing was sent.
  func settle() {
    state.withLock { state in
      guard !state.isFresh else { return }
      state.node = nil
      notifyReaders(in: &state, isWhole: true)
    }
  }

  /// Sets the value at a path below the node.
  func apply(_ value: Tree, at path: TreePath) {
    let held = value.storedForm()
    state.withLock { state in
      DatabaseNode.replace(
        &state.node,
        at: path.components[...],
        with: held.isNull ? nil : .tree(held)
      )
      notifyReaders(in: &state, isWhole: path.isRoot)
    }
  }

  /// Ends the streams of all readers with an error.
  func end(throwing error: any Error) {
    let readers = state.withLock { state in
      defer { state.readers = [:] }
      return state.readers
    }
    for reader in readers.values { reader.finish(throwing: error) }
  }

  private func notifyReaders(in state: inout State, isWhole: Bool) {
    state.version += 1
    if isWhole { (state.isFresh, state.isKnown) = (true, true) }
    guard state.isKnown else { return }
    for reader in state.readers.values { reader.yield(self) }
  }
}
