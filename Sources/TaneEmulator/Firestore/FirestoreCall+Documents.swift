import TaneCore
import TaneServices

extension FirestoreCall {
  /// The parameters of a listing.
  struct ListParameters {
    var orderBy = ""
    var pageSize = 0
    var pageToken = ""
    var showsMissing = false
  }

  /// A page of a listing.
  ///
  /// A nil document is missing: it does not exist, but there are documents below its path.
  struct Page {
    let documents: [(path: DocumentPath, document: StoredDocument?)]
    let next: String?
  }

  private static let maximumPageSize = 300

  func document(
    at path: DocumentPath,
    _ consistency: ReadConsistency
  ) async throws -> StoredDocument {
    try check(path)
    let read = try await documents(at: [path], consistency)
    guard let document = read.found.first?.document else {
      throw GoogleFailure(.notFound, "Document \"\(database.name(of: path))\" not found.")
    }
    return document
  }

  /// Creates a document, with a generated identifier if none is given.
  func create(
    in collection: DocumentPath,
    id: String,
    _ fields: DocumentFields
  ) async throws -> StoredDocument {
    try check(collection)
    let id = id.isEmpty ? service.makeIdentifier() : id
    if let violation = DocumentCheck.violation(inIdentifier: id) {
      throw GoogleFailure.invalid(violation)
    }
    return try await write(
      collection.appending(id),
      .update(fields, mask: nil),
      if: .exists(false)
    )
  }

  func update(
    _ path: DocumentPath,
    _ fields: DocumentFields,
    mask: [FieldPath]?,
    if precondition: DocumentPrecondition
  ) async throws -> StoredDocument {
    try await write(path, .update(fields, mask: mask), if: precondition)
  }

  func delete(_ path: DocumentPath, if precondition: DocumentPrecondition) async throws {
    try check(path)
    let write = DocumentWrite(path: path, operation: .delete, precondition: precondition)
    try await commitAndNotify([write])
  }

  private func write(
    _ path: DocumentPath,
    _ operation: DocumentWrite.Operation,
    if precondition: DocumentPrecondition
  ) async throws -> StoredDocument {
    try check(path)
    let write = DocumentWrite(path: path, operation: operation, precondition: precondition)
    try checkReferences(of: [write])
    try await commitAndNotify([write])
    guard let document = try await store.document(at: path) else {
      throw GoogleFailure(.aborted, "The document was removed at the same time.")
    }
    return document
  }

  /// Returns one page of a collection.
  func list(
    _ collection: DocumentPath,
    _ listing: ListParameters,
    _ consistency: ReadConsistency = .latest
  ) async throws -> Page {
    try check(collection)
    try checkQueryParent(collection.parent)
    let size =
      listing.pageSize == 0
      ? Self.maximumPageSize : min(listing.pageSize, Self.maximumPageSize)
    guard size > 0 else {
      throw GoogleFailure.invalid("The pageSize must not be negative; found \(size).")
    }
    let isLatest = if case .latest = consistency { true } else { false }
    if !listing.orderBy.isEmpty || !isLatest {
      guard !listing.showsMissing else {
        throw GoogleFailure.invalid(
          "showMissing cannot be combined with orderBy, transaction or readTime."
        )
      }
      return try await orderedPage(of: collection, listing, size, consistency)
    }
    let page = try await store.documents(
      in: collection,
      after: listing.pageToken.isEmpty ? nil : try PageToken.text(listing.pageToken),
      limit: size,
      includesMissing: listing.showsMissing
    )
    return Page(
      documents: page.entries.map { (collection.appending($0.id), $0.document) },
      next: page.hasMore ? page.entries.last.map { PageToken.token(of: $0.id) } : nil
    )
  }

  private func orderedPage(
    of collection: DocumentPath,
    _ listing: ListParameters,
    _ size: Int,
    _ consistency: ReadConsistency
  ) async throws -> Page {
    let offset = listing.pageToken.isEmpty ? 0 : try PageToken.offset(listing.pageToken)
    let query = DocumentQuery(
      parent: collection.parent,
      collectionID: collection.id,
      orders: listing.orderBy.isEmpty ? [] : try Self.orders(listing.orderBy),
      offset: offset,
      limit: size + 1
    )
    let documents = try await documents(matching: query, consistency).found
    return Page(
      documents: documents.prefix(size).map { ($0.path, $0) },
      next: documents.count > size ? PageToken.token(ofOffset: offset + size) : nil
    )
  }

  /// Parses sort orders such as `priority desc, __name__`.
  private static func orders(_ text: String) throws -> [DocumentQuery.Order] {
    var orders: [DocumentQuery.Order] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(separator: " ")
      let direction = words.count == 2 ? words[1].lowercased() : "asc"
      guard let field = words.first, words.count <= 2, direction == "asc" || direction == "desc"
      else {
        throw GoogleFailure.invalid(
          "Invalid orderBy \"\(text.escapingControls)\": expected fields, each optionally followed"
            + " by asc or desc."
        )
      }
      orders.append(
        DocumentQuery.Order(
          try FieldPath(reading: String(field)),
          isDescending: direction == "desc"
        )
      )
    }
    return orders
  }
}
