import TaneCore
import TaneWire

extension FirestoreCall {
  private static let maximumPageSize = 300

  func getDocument() async throws -> TreeLiteral {
    try checkReadTime()
    let mask = try mask("mask")
    let document = try await store.document(at: route.path)
    if let text = target["transaction"] {
      let id = try transactionID(text)
      let expectation = DocumentExpectation.document(
        route.path,
        updateTime: document?.updateTime
      )
      try service.transactions.note([expectation], in: id, of: database)
    }
    guard let document else {
      let name = database.name(of: route.path)
      throw GoogleFailure(.notFound, "Document \"\(name)\" not found.")
    }
    return json(document, mask: mask)
  }

  func createDocument() async throws -> TreeLiteral {
    let id = target["documentId"].flatMap { $0.isEmpty ? nil : $0 } ?? service.makeIdentifier()
    if let violation = DocumentCheck.violation(inIdentifier: id) {
      throw GoogleFailure.invalid(violation)
    }
    let body = try ProtocolJSON(request)
    if body["name"] != nil {
      throw GoogleFailure.invalid("A new document is named by documentId, not in the body.")
    }
    return try await write(
      route.path.appending(id),
      .update(body["fields"]?.fields() ?? DocumentFields(), mask: nil),
      if: .exists(false)
    )
  }

  func patchDocument() async throws -> TreeLiteral {
    let body = try ProtocolJSON(request)
    if let name = try body.text("name"), try database.path(of: name) != route.path {
      throw GoogleFailure.invalid("The name in the body is not that of the request's path.")
    }
    return try await write(
      route.path,
      .update(body["fields"]?.fields() ?? DocumentFields(), mask: mask("updateMask")),
      if: DocumentPrecondition(target)
    )
  }

  func deleteDocument() async throws -> TreeLiteral {
    let write = DocumentWrite(
      path: route.path,
      operation: .delete,
      precondition: try DocumentPrecondition(target)
    )
    try await store.commit([write])
    return [:]
  }

  private func write(
    _ path: DocumentPath,
    _ operation: DocumentWrite.Operation,
    if precondition: DocumentPrecondition
  ) async throws -> TreeLiteral {
    let mask = try mask("mask")
    try await store.commit([
      DocumentWrite(path: path, operation: operation, precondition: precondition)
    ])
    guard let document = try await store.document(at: path) else {
      throw GoogleFailure(.aborted, "The document was removed at the same time.")
    }
    return json(document, mask: mask)
  }

  func listDocuments() async throws -> TreeLiteral {
    try checkReadTime()
    let mask = try mask("mask")
    let size = try pageSize()
    let showsMissing = target["showMissing"] == "true"
    if let text = target["orderBy"], !text.isEmpty {
      guard !showsMissing else {
        throw GoogleFailure.invalid("showMissing cannot be combined with orderBy.")
      }
      return try await orderedList(text, size, mask)
    }
    let after = try target["pageToken"].flatMap { $0.isEmpty ? nil : $0 }.map(PageToken.text)
    let page = try await store.documents(
      in: route.path,
      after: after,
      limit: size,
      includesMissing: showsMissing
    )
    let documents = page.entries.map { entry in
      entry.document.map { json($0, mask: mask) }
        ?? ["name": .string(database.name(of: route.path.appending(entry.id)))]
    }
    let next = page.hasMore ? page.entries.last.map { PageToken.token(of: $0.id) } : nil
    return list(documents, next)
  }

  private func list(_ documents: [TreeLiteral], _ next: String?) -> TreeLiteral {
    .object([
      "documents": .nonEmpty(documents),
      "nextPageToken": next.map { .string($0) },
    ])
  }

  private func orderedList(
    _ text: String,
    _ size: Int,
    _ mask: [FieldPath]?
  ) async throws -> TreeLiteral {
    let offset =
      try target["pageToken"].flatMap { $0.isEmpty ? nil : $0 }.map(PageToken.offset) ?? 0
    let query = DocumentQuery(
      parent: route.path.parent,
      collectionID: route.path.id,
      orders: try Self.orders(text),
      offset: offset,
      limit: size + 1
    )
    let documents = try await store.documents(matching: query)
    let next = documents.count > size ? PageToken.token(ofOffset: offset + size) : nil
    return list(documents.prefix(size).map { json($0, mask: mask) }, next)
  }

  /// Reads orders such as `priority desc, __name__`.
  private static func orders(_ text: String) throws -> [DocumentQuery.Order] {
    var orders: [DocumentQuery.Order] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(separator: " ")
      let direction = words.count == 2 ? words[1].lowercased() : "asc"
      guard let field = words.first, words.count <= 2, direction == "asc" || direction == "desc"
      else {
        throw GoogleFailure.invalid(
          "Invalid orderBy \"\(text.escapingControls)\": fields with asc or desc are expected."
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

  private func pageSize() throws(GoogleFailure) -> Int {
    let text = target["pageSize"] ?? "0"
    guard let size = Int(text), size >= 0 else {
      throw .invalid("Invalid pageSize \"\(text.escapingControls)\": a whole number is expected.")
    }
    return size == 0 ? Self.maximumPageSize : min(size, Self.maximumPageSize)
  }
}
