import Synchronization
import HTTPTypes
package import TaneCore

extension FirestoreClient {
  /// The maximum number of entries in one request.
  private static let entriesPerRequest = 1000

  /// Returns one page of a collection, ordered by document ID.
  ///
  /// Existing documents are found by a query. If `includesMissing` is true, the service's own
  /// listing is used, which also contains missing documents with subcollections.
  package func documents(
    in collection: DocumentPath,
    after id: String?,
    limit: Int,
    includesMissing: Bool
  ) async throws -> DocumentListPage {
    try Task.checkCancellation()
    guard collection.isCollection else { throw invalid("\"\(collection)\" is not a collection.") }
    guard limit > 0 else { throw invalid("The page size is \(limit); it must be at least 1.") }
    let last = id.map(collection.appending)
    return includesMissing
      ? try await list(collection, after: last, limit: limit)
      : try await existing(collection, after: last, limit: limit)
  }

  /// Returns the IDs of the collections directly below a document or the root, in byte order.
  package func collectionIDs(below path: DocumentPath) async throws -> [String] {
    try Task.checkCancellation()
    guard !path.isCollection else { throw invalid("\"\(path)\" is a collection.") }
    var ids: [String] = []
    var token: String?
    repeat {
      var body: [(String, TreeLiteral)] = [("pageSize", .integer(Int64(Self.entriesPerRequest)))]
      if let token { body.append(("pageToken", .string(token))) }
      let call = try readCall("listCollectionIds", at: path, body: .map(body))
      let json = try await object(call).json
      ids += (json["collectionIds"]?.children ?? Tree.null.children).compactMap(\.string)
      token = Self.nextToken(json)
    } while token != nil
    return ids.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private func existing(
    _ collection: DocumentPath,
    after last: DocumentPath?,
    limit: Int
  ) async throws -> DocumentListPage {
    let limit = min(limit, Int(Int32.max) - 1)
    let query = DocumentQuery(
      parent: collection.parent,
      collectionID: collection.id,
      start: last.map {
        DocumentQuery.Cursor(values: [.reference($0.description)], isBefore: false)
      },
      limit: limit + 1
    )
    let documents = try await run(query)
    return DocumentListPage(
      entries: documents.prefix(limit).map { .init(id: $0.path.id, document: $0) },
      hasMore: documents.count > limit
    )
  }
}

extension FirestoreClient {
  /// A page of the service's own listing, which may be shorter than requested.
  private struct Page {
    let entries: [(path: DocumentPath, document: StoredDocument?)]
    let next: String?
  }

  /// A position in a listing.
  private enum PagePosition {
    case start
    case token(String)
    case end

    var token: String? {
      guard case .token(let token) = self else { return nil }
      return token
    }
  }

  private func list(
    _ collection: DocumentPath,
    after last: DocumentPath?,
    limit: Int
  ) async throws -> DocumentListPage {
    var entries: [DocumentListPage.Entry] = []
    let place = try await place(after: last, in: collection)
    if case .end = place { return DocumentListPage(entries: [], hasMore: false) }
    var token = place.token
    repeat {
      let page = try await page(of: collection, size: limit - entries.count, token)
      entries += page.entries.filter { entry in last.map { $0 < entry.path } ?? true }
        .map { .init(id: $0.path.id, document: $0.document) }
      token = page.next
    } while token != nil && entries.count < limit
    if let token, let id = entries.last?.id {
      pages.remember(token, after: collection.appending(id))
    }
    return DocumentListPage(entries: entries, hasMore: token != nil)
  }

  /// Returns the position in the listing directly after a document.
  private func place(
    after last: DocumentPath?,
    in collection: DocumentPath
  ) async throws -> PagePosition {
    guard let last else { return .start }
    if let token = pages.token(after: last) { return .token(token) }
    var place = PagePosition.start
    while true {
      let page = try await page(
        of: collection,
        size: Self.entriesPerRequest,
        place.token,
        withFields: false
      )
      let passed = page.entries.prefix { $0.path <= last }.count
      guard passed == page.entries.count else {
        return try await skip(passed, of: collection, from: place)
      }
      guard let next = page.next else { return .end }
      place = .token(next)
    }
  }

  /// Returns the position that is `count` entries after another position.
  private func skip(
    _ count: Int,
    of collection: DocumentPath,
    from place: PagePosition
  ) async throws -> PagePosition {
    var (place, count) = (place, count)
    while count > 0 {
      let page = try await page(of: collection, size: count, place.token, withFields: false)
      guard let next = page.next else { return .end }
      place = .token(next)
      count -= page.entries.count
    }
    return place
  }

  private func page(
    of collection: DocumentPath,
    size: Int,
    _ token: String?,
    withFields: Bool = true
  ) async throws -> Page {
    var parameters = [
      (name: "pageSize", value: "\(min(size, Self.entriesPerRequest))"),
      (name: "showMissing", value: "true"),
    ]
    if !withFields { parameters.append(("mask.fieldPaths", "__name__")) }
    if let token { parameters.append(("pageToken", token)) }
    let call = ServiceCall(
      method: .get,
      url: location.url(collection, parameters),
      retry: .idempotent
    )
    let (json, answer) = try await object(call)
    let entries = try (json["documents"]?.children ?? Tree.null.children).map { entry in
      // Missing documents have neither fields nor times.
      let isMissing = entry["createTime"] == nil
      return (
        path: try path(entry["name"], answer, call),
        document: isMissing ? nil : try document(entry, answer, call)
      )
    }
    return Page(entries: entries, next: Self.nextToken(json))
  }

  private static func nextToken(_ json: Tree) -> String? {
    json["nextPageToken"]?.string.flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// The page tokens of listings, by the last document of the previous page.
///
/// The API resumes a listing only at its own tokens, whereas stores resume after a document. When
/// pages are read in order, the next token is cached; any other position is found by reading from
/// the beginning.
final class PageTokenCache: Sendable {
  /// The maximum number of cached tokens.
  private static let limit = 64

  private let tokens = Mutex<[(path: DocumentPath, token: String)]>([])

  /// Returns the token of the page after a document, or nil if it is not cached.
  func token(after path: DocumentPath) -> String? {
    tokens.withLock { tokens in tokens.last { $0.path == path }?.token }
  }

  func remember(_ token: String, after path: DocumentPath) {
    tokens.withLock { tokens in
      tokens.removeAll { $0.path == path }
      if tokens.count >= Self.limit { tokens.removeFirst() }
      tokens.append((path, token))
    }
  }
}
