import TaneCore

/// A target of a Listen stream, with the documents that the client has received.
struct DocumentTarget {
  /// The documents that a target selects, by path or with a query.
  enum Scope: Equatable {
    case documents([DocumentPath])
    case query(DocumentQuery)
  }

  /// The changes to a target's documents since the last update.
  struct Difference {
    /// Documents that were added to the target or changed.
    var changed: [StoredDocument] = []
    var left: [DocumentPath] = []
  }

  let id: Int32
  let scope: Scope
  /// The fields to return, or nil for all fields.
  let mask: [FieldPath]?
  /// The target's documents with their update times.
  private(set) var members: [DocumentPath: DocumentTimestamp] = [:]
  /// The documents of a query with a limit or an offset, including the documents that the offset
  /// skips.
  private(set) var window: [DocumentPath: StoredDocument] = [:]

  /// A Boolean value indicating whether the target's query has a limit or an offset, so that the
  /// selection of each document depends on the others.
  var isLimited: Bool {
    guard case .query(let query) = scope else { return false }
    return query.isLimited
  }

  /// The requested documents that do not exist.
  var missingPaths: [DocumentPath] {
    guard case .documents(let paths) = scope else { return [] }
    return paths.filter { members[$0] == nil }
  }

  /// Initializes the target with the window's documents, and returns the selected documents.
  mutating func begin(with documents: [StoredDocument]) -> [StoredDocument] {
    var documents = documents
    if case .query(let query) = scope, query.isLimited {
      window = Dictionary(documents.map { ($0.path, $0) }) { first, _ in first }
      documents = query.documents(from: documents)
    }
    members = Dictionary(documents.map { ($0.path, $0.updateTime) }) { first, _ in first }
    return documents
  }

  /// Returns true if the store must be read again because a change may add documents from outside
  /// the window to a limited target.
  func needsReading(after change: DocumentFeed.Change) -> Bool {
    guard case .query(var query) = scope, let count = query.window.limit, window.count == count,
      !change.isCleared, change.documents.keys.contains(where: query.covers),
      let last = query.window.documents(from: window.values).last
    else { return false }
    query = query.withoutLimit
    query.end = query.cursor(after: last)
    return query.documents(from: windowDocuments(after: change, of: query).values).count < count
  }

  /// Applies a database change and returns the changes to the target's documents.
  ///
  /// `read` contains the window's documents if they had to be read again.
  mutating func apply(
    _ change: DocumentFeed.Change,
    _ read: [StoredDocument]? = nil
  ) -> Difference {
    var difference = Difference()
    if change.isCleared {
      difference.left = Array(members.keys)
      members = [:]
      window = [:]
    }
    switch scope {
    case .documents(let paths):
      for path in paths {
        guard let document = change.documents[path] else { continue }
        note(document, at: path, in: &difference)
      }
    case .query(let query) where query.isLimited:
      updateSelection(of: query, after: change, read: read, difference: &difference)
    case .query(let query):
      for (path, document) in change.documents where query.covers(path) {
        note(document.flatMap { query.selects($0) ? $0 : nil }, at: path, in: &difference)
      }
    }
    return difference
  }

  /// Records the current document at one of the target's paths.
  private mutating func note(
    _ document: StoredDocument?,
    at path: DocumentPath,
    in difference: inout Difference
  ) {
    guard let document else {
      if members.removeValue(forKey: path) != nil { difference.left.append(path) }
      return
    }
    guard members.updateValue(document.updateTime, forKey: path) != document.updateTime else {
      return
    }
    difference.left.removeAll { $0 == path }
    difference.changed.append(document)
  }

  /// Updates the selection of a query with a limit or an offset.
  private mutating func updateSelection(
    of query: DocumentQuery,
    after change: DocumentFeed.Change,
    read: [StoredDocument]?,
    difference: inout Difference
  ) {
    guard change.isCleared || change.documents.keys.contains(where: query.covers) else { return }
    let documents =
      read
      ?? query.window.documents(from: windowDocuments(after: change, of: query.withoutLimit).values)
    window = Dictionary(documents.map { ($0.path, $0) }) { first, _ in first }
    let chosen = query.documents(from: documents)
    let kept = Set(chosen.map(\.path))
    for path in members.keys where !kept.contains(path) { note(nil, at: path, in: &difference) }
    for document in chosen { note(document, at: document.path, in: &difference) }
  }

  /// Returns the documents of the window after a change, including changed documents that the query
  /// selects.
  private func windowDocuments(
    after change: DocumentFeed.Change,
    of query: DocumentQuery
  ) -> [DocumentPath: StoredDocument] {
    var known = window
    for (path, document) in change.documents where query.covers(path) {
      known[path] = document.flatMap { query.selects($0) ? $0 : nil }
    }
    return known
  }
}

extension DocumentQuery {
  /// A Boolean value indicating whether the query has a limit or an offset, so that the selection
  /// of each document depends on the others.
  fileprivate var isLimited: Bool { limit != nil || offset > 0 }

  /// The query extended to include the documents that its offset skips.
  var window: DocumentQuery {
    var query = self
    query.limit = limit.map { $0 + offset }
    query.offset = 0
    return query
  }

  /// Returns a cursor directly after a document.
  fileprivate func cursor(after document: StoredDocument) -> Cursor {
    let values = allOrders.map { order in
      order.path == .documentName
        ? .reference(document.path.description) : document.fields[order.path] ?? .null
    }
    return Cursor(values: values, isBefore: false)
  }

  /// The query without its limit and offset.
  fileprivate var withoutLimit: DocumentQuery {
    var query = self
    (query.limit, query.offset) = (nil, 0)
    return query
  }

  /// Returns true if the query selects a document in its scope; the query must not have a limit.
  fileprivate func selects(_ document: StoredDocument) -> Bool {
    !documents(from: CollectionOfOne(document)).isEmpty
  }
}
