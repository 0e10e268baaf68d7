import GRDB
import Synchronization
import TaneCore

/// The contents of resources that the ledger read last, so that a run decodes a large one once.
///
/// Those are kept that stand in the memory of what fixtures say, and of others the last one. They are forgotten where
/// another process has written to the state, and where a transaction is taken back.
final class LedgerContents: Sendable {
  private struct Entry: Sendable {
    let content: Tree
    /// Whether most of its memory is there anyway.
    let isShared: Bool
  }

  private struct State: Sendable {
    var entries: [Int64: Entry] = [:]
    /// What SQLite calls the data of the file: another number after each commit of another connection.
    var version: Int64?
  }

  private let state = Mutex(State())
  /// The digests of contents that were asked for last.
  let digests = LastDigests()

  /// Forgets what was read before others wrote.
  func begin(in database: Database) throws {
    let version = try Int64.fetchOne(database, sql: "PRAGMA data_version")
    state.withLock { state in
      if state.version != version { state = State(version: version) }
    }
  }

  /// The content of a resource, if it is kept.
  func content(of id: Int64) -> Tree? { state.withLock { $0.entries[id]?.content } }

  /// Keeps the content of a resource.
  func remember(_ content: Tree, of id: Int64, isShared: Bool = false) {
    state.withLock { state in
      if !isShared { state.entries = state.entries.filter(\.value.isShared) }
      state.entries[id] = Entry(content: content, isShared: isShared)
    }
  }

  /// Changes what is kept of a resource.
  func change(_ id: Int64, by body: (Tree) -> Tree) {
    guard let entry = state.withLock({ $0.entries[id] }) else { return }
    remember(body(entry.content), of: id, isShared: entry.isShared)
  }

  /// Keeps nothing of a resource.
  func forget(_ id: Int64) { state.withLock { $0.entries[id] = nil } }

  /// Keeps nothing.
  func forget() { state.withLock { $0.entries = [:] } }
}
