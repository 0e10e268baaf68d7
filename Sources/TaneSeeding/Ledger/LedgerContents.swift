import GRDB
import Synchronization
import TaneCore

/// The content of a resource that the ledger read last, so that a run decodes a large one once.
///
/// It is forgotten where another process has written to the state, and where a transaction is taken back.
final class LedgerContents: Sendable {
  private struct Entry: Sendable {
    let id: Int64
    let content: Tree
  }

  private struct State: Sendable {
    var last: Entry?
    /// What SQLite calls the data of the file: another number after each commit of another connection.
    var version: Int64?
  }

  private let state = Mutex(State())

  /// Forgets what was read before others wrote.
  func begin(in database: Database) throws {
    let version = try Int64.fetchOne(database, sql: "PRAGMA data_version")
    state.withLock { state in
      if state.version != version { state = State(last: nil, version: version) }
    }
  }

  /// The content of a resource, if it is the one that was read last.
  func content(of id: Int64) -> Tree? {
    state.withLock { $0.last?.id == id ? $0.last?.content : nil }
  }

  /// Keeps the content of a resource in place of that of another one.
  func remember(_ content: Tree, of id: Int64) {
    state.withLock { $0.last = Entry(id: id, content: content) }
  }

  /// Changes what is kept of a resource.
  func change(_ id: Int64, by body: (Tree) -> Tree) {
    if let content = content(of: id) { remember(body(content), of: id) }
  }

  /// Keeps nothing.
  func forget() { state.withLock { $0.last = nil } }
}
