package import TaneCore

extension FirestoreClient {
  /// Documents that were all read as of the same time.
  struct ReadResult {
    /// The documents that exist, by path.
    var documents: [DocumentPath: StoredDocument] = [:]
    /// The time of the read, if any document was requested.
    var time: DocumentTimestamp?
  }

  /// Returns the documents at paths, with nil for missing ones, all as of the same time.
  package func documents(at paths: [DocumentPath]) async throws -> [StoredDocument?] {
    try Task.checkCancellation()
    let documents = try await read(paths).documents
    return paths.map { documents[$0] }
  }

  /// Reads documents, or only their names and times if `withFields` is false.
  ///
  /// Paths that exceed one request are read in a read-only transaction, which reads all documents
  /// as of one point in time.
  func read(
    _ paths: [DocumentPath],
    withFields: Bool = true,
    in transaction: String? = nil
  ) async throws -> ReadResult {
    var seen: Set<DocumentPath> = []
    let names = paths.filter { Self.isStorable($0) && seen.insert($0).inserted }
      .map { location.database.name(of: $0) }
    var transaction = transaction
    if transaction == nil, names.count > settings.documentsPerRequest {
      transaction = try await beginTransaction(["readOnly": [:]])
    }
    var readResult = ReadResult()
    for start in stride(from: 0, to: names.count, by: settings.documentsPerRequest) {
      let end = min(start + settings.documentsPerRequest, names.count)
      try await read(names[start..<end], withFields, transaction, into: &readResult)
    }
    return readResult
  }

  private func read(
    _ names: ArraySlice<String>,
    _ withFields: Bool,
    _ transaction: String?,
    into readResult: inout ReadResult
  ) async throws {
    var body: [(String, TreeLiteral)] = [("documents", .list(names.map { .string($0) }))]
    // An empty mask returns only the name and the times.
    if !withFields { body.append(("mask", ["fieldPaths": []])) }
    if let transaction { body.append(("transaction", .string(transaction))) }
    let call = try readCall("batchGet", body: .map(body))
    let (list, answer) = try await elements(call)
    var count = 0
    for element in list {
      if let found = element["found"] {
        let document = try document(found, answer, call)
        readResult.documents[document.path] = document
        count += 1
      } else if element["missing"] != nil {
        count += 1
      }
      if let time = element["readTime"]?.string {
        readResult.time = DocumentTimestamp(parsing: time)
      }
    }
    guard count == names.count else {
      throw unusableResponse(
        answer,
        call,
        "contains \(counted(count, "document")), but \(names.count.grouped) were requested"
      )
    }
  }

  /// Returns true if a document can exist at a path; other paths are not requested.
  private static func isStorable(_ path: DocumentPath) -> Bool {
    path.isDocument && DocumentCheck.violation(in: path) == nil
  }
}

extension FirestoreClient {
  /// Returns the documents that match a query, in the query's order.
  ///
  /// Throws an error with code `invalidData` if the query is invalid or requires a missing index;
  /// for an index, the error contains the URL for creating it.
  package func documents(matching query: DocumentQuery) async throws -> [StoredDocument] {
    try Task.checkCancellation()
    if let violation = query.violation { throw invalid(violation) }
    return try await run(query)
  }

  /// Returns the documents that match a query, with only names and times if `withFields` is false.
  func run(
    _ query: DocumentQuery,
    withFields: Bool = true,
    in transaction: String? = nil
  ) async throws -> [StoredDocument] {
    guard query.parent.segments.isEmpty || query.parent.isDocument else {
      throw invalid(
        "\"\(query.parent)\" is not a document: the parent of a query must be a document."
      )
    }
    let json = query.json(of: location.database, withFields: withFields)
    var body: [(String, TreeLiteral)] = [("structuredQuery", json)]
    if let transaction { body.append(("transaction", .string(transaction))) }
    let call = try readCall("runQuery", at: query.parent, body: .map(body))
    let (list, answer) = try await elements(call)
    return try list.compactMap { element in
      try element["document"].map { try document($0, answer, call) }
    }
  }
}
