import TaneCore

/// The replaced versions of documents, so that the database can be read at an earlier time.
///
/// Versions are retained for an hour, as in Firestore, and up to a memory limit.
struct DocumentHistory {
  /// The documents that a commit replaced; nil for each document that did not exist.
  typealias Versions = [DocumentPath: StoredDocument?]

  private struct Entry {
    let time: DocumentTimestamp
    let replaced: Versions
    let size: Int
  }

  private static let maximumAge: Int64 = 3_600_000_000
  private static let maximumBytes = 64 << 20

  /// The earliest time that can be read.
  private(set) var start: DocumentTimestamp
  private var entries: [Entry] = []
  private var size = 0

  init(start: DocumentTimestamp) {
    self.start = start
  }

  /// Adds the documents that a commit has replaced.
  mutating func add(_ replaced: Versions, replacedAt time: DocumentTimestamp) {
    let size = replaced.reduce(0) { size, version in
      size + DocumentCheck.byteCount(ofDocumentAt: version.key, version.value?.fields ?? [:])
    }
    entries.append(Entry(time: time, replaced: replaced, size: size))
    self.size += size
    // Remove a tenth more than necessary, so that few commits have to move all remaining entries.
    guard self.size > Self.maximumBytes || isOld(entries[0], at: time, Self.maximumAge * 11 / 10)
    else { return }
    var count = 0
    while count < entries.count,
      self.size > Self.maximumBytes * 9 / 10 || isOld(entries[count], at: time, Self.maximumAge)
    {
      self.size -= entries[count].size
      start = entries[count].time
      count += 1
    }
    entries.removeFirst(count)
  }

  /// Removes all versions; times before the given time can no longer be read.
  mutating func clear(at time: DocumentTimestamp) {
    self = DocumentHistory(start: time)
  }

  /// Returns the documents that have changed since a given time, as they were at that time.
  func versions(at time: DocumentTimestamp) -> Versions {
    let later = entries.reversed().prefix { $0.time > time }
    return later.reduce(into: [:]) { versions, entry in
      versions.merge(entry.replaced) { _, earlier in earlier }
    }
  }

  private func isOld(_ entry: Entry, at time: DocumentTimestamp, _ age: Int64) -> Bool {
    time.microseconds - entry.time.microseconds > age
  }
}

/// The current state of a database, or its state at an earlier time.
struct DocumentView {
  let store: any DocumentStore
  /// The earlier versions of documents that have changed since the earlier time; empty for the
  /// current state.
  var earlier: DocumentHistory.Versions = [:]

  /// Returns the documents at the given paths, in order; missing documents are nil.
  func documents(at paths: [DocumentPath]) async throws -> [StoredDocument?] {
    let documents = try await store.documents(at: paths)
    return zip(paths, documents).map { path, document in
      if let version = earlier[path] { version } else { document }
    }
  }

  /// Returns the results of a query, in the query's order.
  func documents(matching query: DocumentQuery) async throws -> [StoredDocument] {
    if earlier.isEmpty { return try await store.documents(matching: query) }
    let all = DocumentQuery(
      parent: query.parent,
      collectionID: query.collectionID,
      includesDescendants: query.includesDescendants
    )
    let unchanged = try await store.documents(matching: all)
      .filter { earlier.index(forKey: $0.path) == nil }
    let changed = earlier.filter { query.covers($0.key) }.values.compactMap(\.self)
    return query.documents(from: unchanged + changed)
  }
}
