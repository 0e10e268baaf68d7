import GRDB
import TaneCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension DocumentTable {
  /// Returns the documents in the collections that a query covers, in no particular order.
  func candidates(of query: DocumentQuery) throws -> [StoredDocument] {
    let parent = DocumentKey.encode(query.parent.segments)
    if let collectionID = query.collectionID, !query.includesDescendants {
      let key = parent + DocumentKey.encode([collectionID])
      return try documents("collection = ?", [Data(key)])
    }
    let (low, high) = (Data(parent), Data(DocumentKey.endOfPrefix(parent)))
    var documents: [StoredDocument]
    if let collectionID = query.collectionID {
      documents = try self.documents(
        "collectionID = ? AND collection >= ? AND collection < ?",
        [Data(collectionID.utf8), low, high]
      )
    } else {
      documents = try self.documents("collection >= ? AND collection < ?", [low, high])
    }
    documents.removeAll { !query.covers($0.path) }
    return documents
  }

  /// Returns one page of a collection, in the order of the document identifiers.
  func page(
    of collection: DocumentPath,
    after id: String?,
    limit: Int,
    includesMissing: Bool
  ) throws -> DocumentListPage {
    let key = DocumentKey.encode(collection.segments)
    let after = id.map { DocumentKey.encode([$0]) } ?? []
    let documents = try self.documents(
      "collection = ? AND id > ? ORDER BY id LIMIT ?",
      [Data(key), Data(after), limit + 1]
    )
    var entries = documents.map { DocumentListPage.Entry(id: $0.path.id, document: $0) }
    if includesMissing {
      let known = Set(documents.map(\.path))
      let parents = try segments(below: collection, after: after, limit: limit + 1)
      // A parent in `documents` exists. The others are looked up, since their documents may be on a
      // later page.
      let missing = parents.map { collection.appending($0) }.filter { !known.contains($0) }
      for path in missing where try document(at: path) == nil {
        entries.append(DocumentListPage.Entry(id: path.id, document: nil))
      }
      entries.sort { DocumentPath([$0.id]) < DocumentPath([$1.id]) }
    }
    return DocumentListPage(
      entries: Array(entries.prefix(limit)),
      hasMore: entries.count > limit
    )
  }

  /// Returns the distinct segments that follow a path in the paths of collections, in key order.
  ///
  /// Each query skips the previous segment's descendants, so the cost does not depend on their
  /// number.
  func segments(
    below path: DocumentPath,
    after: [UInt8] = [],
    limit: Int = .max
  ) throws -> [String] {
    let prefix = DocumentKey.encode(path.segments)
    let end = DocumentKey.endOfPrefix(prefix)
    var position = after.isEmpty ? prefix + [0] : DocumentKey.endOfPrefix(prefix + after)
    var segments: [String] = []
    let statement = try database.cachedStatement(
      sql: """
        SELECT collection FROM document WHERE database = ? AND collection >= ? AND collection < ?
        ORDER BY collection LIMIT 1
        """
    )
    while segments.count < limit,
      let key = try Data.fetchOne(statement, arguments: [id, Data(position), Data(end)])
    {
      guard let found = DocumentKey.decode(Array(key)), found.count > path.segments.count,
        !Array(key).lexicographicallyPrecedes(position)
      else { throw StoreError.damaged(service) }
      let segment = found[path.segments.count]
      segments.append(segment)
      position = DocumentKey.endOfPrefix(prefix + DocumentKey.encode([segment]))
    }
    return segments
  }

  private func documents(
    _ condition: String,
    _ arguments: StatementArguments
  ) throws -> [StoredDocument] {
    let sql = "SELECT * FROM document WHERE database = ? AND \(condition)"
    let statement = try database.cachedStatement(sql: sql)
    let rows = try Row.fetchCursor(statement, arguments: [id] + arguments)
    var documents: [StoredDocument] = []
    while let row = try rows.next() { documents.append(try document(row)) }
    return documents
  }
}
