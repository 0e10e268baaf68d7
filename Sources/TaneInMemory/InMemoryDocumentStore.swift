import Synchronization
public import TaneCore

/// An in-memory Firestore database for tests.
public final class InMemoryDocumentStore: DocumentStore {
  private struct State {
    var documents: [DocumentPath: StoredDocument] = [:]
    var lastCommit = DocumentTimestamp(microseconds: 0)
  }

  private let service: String
  private let now: @Sendable () -> Int64
  private let state = Mutex(State())

  /// Creates an empty database.
  ///
  /// `service` is the name in errors; `now` returns the time of commits, in milliseconds since
  /// 1970.
  public init(service: String = "in memory", now: @escaping @Sendable () -> Int64 = { 0 }) {
    self.service = service
    self.now = now
  }

  /// Returns the documents at the given paths as of one point in time; missing documents are nil.
  public func documents(at paths: [DocumentPath]) async throws -> [StoredDocument?] {
    try Task.checkCancellation()
    return state.withLock { state in paths.map { state.documents[$0] } }
  }

  /// Returns the results of a query, in the query's order.
  public func documents(matching query: DocumentQuery) async throws -> [StoredDocument] {
    try Task.checkCancellation()
    if let violation = query.violation { throw invalid(violation) }
    return state.withLock { Self.documents(matching: query, in: $0) }
  }

  /// Returns one page of a collection, ordered by document identifier.
  public func documents(
    in collection: DocumentPath,
    after id: String?,
    limit: Int,
    includesMissing: Bool
  ) async throws -> DocumentListPage {
    try Task.checkCancellation()
    guard collection.isCollection else { throw invalid("\"\(collection)\" is not a collection.") }
    guard limit > 0 else { throw invalid("The page size is \(limit); it must be at least 1.") }
    let documents = state.withLock { $0.documents }
    let depth = collection.segments.count
    var paths = Set(documents.keys.filter { $0.parent == collection })
    if includesMissing {
      let deeper = documents.keys.filter { collection.isAncestor(of: $0) }
      paths.formUnion(deeper.map { DocumentPath(Array($0.segments.prefix(depth + 1))) })
    }
    let rest = paths.sorted().filter { path in
      id.map { collection.appending($0) < path } ?? true
    }
    let entries = rest.prefix(limit).map {
      DocumentListPage.Entry(id: $0.id, document: documents[$0])
    }
    return DocumentListPage(entries: Array(entries), hasMore: rest.count > limit)
  }

  /// Returns the identifiers of the collections directly below a document or the root, in byte
  /// order.
  public func collectionIDs(below path: DocumentPath) async throws -> [String] {
    try Task.checkCancellation()
    guard !path.isCollection else { throw invalid("\"\(path)\" is a collection.") }
    let paths = state.withLock { state in state.documents.keys.filter { path.isAncestor(of: $0) } }
    let collections = Set(paths.map { DocumentPath([$0.segments[path.segments.count]]) })
    return collections.map(\.id).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Commits several writes atomically, in the given order.
  public func commit(
    _ writes: [DocumentWrite],
    expecting expectations: [DocumentExpectation]
  ) async throws -> DocumentCommit {
    try Task.checkCancellation()
    for write in writes {
      if let violation = DocumentCheck.violation(in: write) { throw invalid(violation) }
    }
    let clock = DocumentTimestamp(milliseconds: now())
    return try state.withLock { state in
      try Self.check(expectations, in: state)
      let next = DocumentTimestamp(microseconds: state.lastCommit.microseconds + 1)
      let time = max(clock, next)
      var documents = state.documents
      var results: [DocumentWriteResult] = []
      for write in writes {
        let outcome = try write.applied(to: documents[write.path], at: time)
        if let violation = outcome.document.flatMap({ DocumentCheck.violation(in: $0) }) {
          throw invalid(violation)
        }
        documents[write.path] = outcome.document
        results.append(outcome.result)
      }
      state = State(documents: documents, lastCommit: time)
      return DocumentCommit(results: results, time: time)
    }
  }

  /// Removes all documents.
  public func removeAll() async throws {
    try Task.checkCancellation()
    state.withLock { $0.documents = [:] }
  }

  private static func documents(
    matching query: DocumentQuery,
    in state: State
  ) -> [StoredDocument] {
    query.documents(from: state.documents.values.filter { query.covers($0.path) })
  }

  private static func check(_ expectations: [DocumentExpectation], in state: State) throws {
    for expectation in expectations {
      switch expectation {
      case .document(let path, let updateTime):
        guard state.documents[path]?.updateTime != updateTime else { continue }
        throw DocumentConflict(.readsChanged, path: path)
      case .query(let query, let found):
        let versions = documents(matching: query, in: state).map(DocumentExpectation.Version.init)
        guard versions != found else { continue }
        throw DocumentConflict(.readsChanged, path: query.parent)
      }
    }
  }

  private func invalid(_ violation: String) -> StoreError {
    StoreError(.invalidData, service: service, violation)
  }
}

/// The compiled content is a list of documents, each with its path segments and its fields.
extension InMemoryDocumentStore: CompiledStore {
  package convenience init?(_ content: CompiledContent) {
    self.init()
    guard let elements = content.tree.elements else { return nil }
    // References contain the full names of their databases, so this name is not used.
    let database = DocumentDatabaseName(project: "compiled")
    let time = DocumentTimestamp(microseconds: 1)
    var documents: [DocumentPath: StoredDocument] = [:]
    for element in elements {
      guard let parts = element.elements, parts.count == 2, let segments = parts[0].elements,
        let fields = DocumentFields(parts[1], in: database)
      else { return nil }
      let path = DocumentPath(segments.compactMap(\.string))
      documents[path] = StoredDocument(
        path: path,
        fields: fields,
        createTime: time,
        updateTime: time
      )
    }
    let state = State(documents: documents, lastCommit: time)
    self.state.withLock { $0 = state }
  }

  package var compiledContent: CompiledContent {
    let documents = state.withLock { $0.documents.values.sorted { $0.path < $1.path } }
    let entries = documents.map { document in
      TreeLiteral.list([
        .list(document.path.segments.map { .string($0) }), .tree(Tree(document: document.fields)),
      ])
    }
    return CompiledContent(Tree(.list(entries)))
  }

  package func copy() -> InMemoryDocumentStore {
    let (state, copy) = (state.withLock { $0 }, InMemoryDocumentStore())
    copy.state.withLock { $0 = state }
    return copy
  }
}
