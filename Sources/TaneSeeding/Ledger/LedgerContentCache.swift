import GRDB
import Synchronization
import TaneCore

/// A cache of the content that the ledger read last, so that a run decodes large content only once.
///
/// It retains all content that shares memory with fixtures, and the most recent other content. It
/// is cleared after another process has written to the state, and after a rollback.
final class LedgerContentCache: Sendable {
  /// The cached content of a resource.
  struct Entry: Sendable {
    /// The content without the edits that are stored separately.
    let base: Tree
    /// A Boolean value indicating whether the content shares most of its memory with fixtures.
    let isShared: Bool
    /// The content with its edits, or nil if it has not been requested since the last edit.
    var content: Tree?
  }

  /// The values in which a resource's large maps differ from another tree (`ServiceLedger.values`).
  private struct Values: Sendable {
    let digest: [UInt8]
    let values: [TreePath: Tree?]
  }

  private struct State: Sendable {
    var entries: [Int64: Entry] = [:]
    var values: [Int64: Values] = [:]
    /// SQLite's data version, which changes whenever another connection commits.
    var version: Int64?
  }

  private let state = Mutex(State())
  /// The most recent digests of content.
  let digests = DigestCache()

  /// Clears the cache if another connection has written.
  func clearIfStale(in database: Database) throws {
    let version = try Int64.fetchOne(database.cachedStatement(sql: "PRAGMA data_version"))
    state.withLock { state in
      if state.version != version { state = State(version: version) }
    }
  }

  /// Returns the cached content of a resource, or nil if it is not cached.
  func entry(of id: Int64) -> Entry? { state.withLock { $0.entries[id] } }

  /// Caches the content of a resource.
  func remember(_ entry: Entry, of id: Int64) {
    state.withLock { state in
      if !entry.isShared { state.entries = state.entries.filter(\.value.isShared) }
      state.entries[id] = entry
    }
  }

  /// Returns the values in which a resource's content differs from a tree, or nil if they are not
  /// cached.
  func values(of id: Int64, besides other: TreeDigest) -> [TreePath: Tree?]? {
    state.withLock { $0.values[id] }.flatMap { $0.digest == other.bytes ? $0.values : nil }
  }

  /// Caches the values in which a resource's content differs from a tree.
  func remember(_ values: [TreePath: Tree?], of id: Int64, besides other: TreeDigest) {
    state.withLock { $0.values[id] = Values(digest: other.bytes, values: values) }
  }

  /// Invalidates the edited content of a resource, but not its base.
  func invalidateContent(of id: Int64) { state.withLock { $0.entries[id]?.content = nil } }

  /// Removes a resource from the cache.
  func forget(_ id: Int64) {
    state.withLock { ($0.entries[id], $0.values[id]) = (nil, nil) }
  }

  /// Clears the cache.
  func forget() {
    state.withLock { ($0.entries, $0.values) = ([:], [:]) }
  }
}
