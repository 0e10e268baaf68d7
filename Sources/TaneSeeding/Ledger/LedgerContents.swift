import GRDB
import Synchronization
import TaneCore

/// The contents of resources that the ledger read last, so that a run decodes a large one once.
///
/// Those are kept that stand in the memory of what fixtures say, and of others the last one. They are forgotten where
/// another process has written to the state, and where a transaction is taken back.
final class LedgerContents: Sendable {
  /// What is kept of a resource.
  struct Entry: Sendable {
    /// The content without the changes that are kept beside it.
    let base: Tree
    /// Whether most of its memory is there anyway.
    let isShared: Bool
    /// The content with them; nil while nobody has asked for it since the last one.
    var content: Tree?
  }

  /// What the large maps of a content in pieces have otherwise than another tree (`ServiceLedger.values`).
  private struct Values: Sendable {
    let digest: [UInt8]
    let values: [TreePath: Tree?]
  }

  private struct State: Sendable {
    var entries: [Int64: Entry] = [:]
    var values: [Int64: Values] = [:]
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

  /// What is kept of a resource, if anything is.
  func entry(of id: Int64) -> Entry? { state.withLock { $0.entries[id] } }

  /// Keeps the content of a resource.
  func remember(_ entry: Entry, of id: Int64) {
    state.withLock { state in
      if !entry.isShared { state.entries = state.entries.filter(\.value.isShared) }
      state.entries[id] = entry
    }
  }

  /// What a content in pieces has otherwise than a tree, if it was asked for last.
  func values(of id: Int64, besides other: TreeDigest) -> [TreePath: Tree?]? {
    state.withLock { $0.values[id] }.flatMap { $0.digest == other.bytes ? $0.values : nil }
  }

  /// Keeps what a content in pieces has otherwise than a tree.
  func remember(_ values: [TreePath: Tree?], of id: Int64, besides other: TreeDigest) {
    state.withLock { $0.values[id] = Values(digest: other.bytes, values: values) }
  }

  /// Notes that other changes are kept beside the content of a resource.
  func noteEdits(of id: Int64) { state.withLock { $0.entries[id]?.content = nil } }

  /// Keeps nothing of a resource.
  func forget(_ id: Int64) {
    state.withLock { ($0.entries[id], $0.values[id]) = (nil, nil) }
  }

  /// Keeps nothing.
  func forget() {
    state.withLock { ($0.entries, $0.values) = ([:], [:]) }
  }
}
