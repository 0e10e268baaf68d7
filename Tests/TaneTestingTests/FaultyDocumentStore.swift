import TestSupport
import TaneCore
import TaneTesting

/// A Firestore database with a fault that the checks must find.
struct FaultyDocumentStore: ForwardingDocumentStore {
  enum Fault: CaseIterable {
    case commitsOneByOne, ignoresPreconditions, ignoresExpectations, ignoresMasks, roundsNumbers
    case changesTimes, mergesGroups, ignoresFilters, listsNoMissing, repeatsPages, losesCollections
    case removesWhatIsBelow, acceptsAnything
  }

  let fault: Fault
  let base: any DocumentStore = InMemoryDocumentStore()

  func documents(at paths: [DocumentPath]) async throws -> [StoredDocument?] {
    try await base.documents(at: paths).map { $0.map(altered) }
  }

  func documents(matching query: DocumentQuery) async throws -> [StoredDocument] {
    var query = query
    if fault == .mergesGroups { query.includesDescendants = true }
    if fault == .ignoresFilters { query.filter = nil }
    return try await base.documents(matching: query)
  }

  func documents(
    in collection: DocumentPath,
    after id: String?,
    limit: Int,
    includesMissing: Bool
  ) async throws -> DocumentListPage {
    try await base.documents(
      in: collection,
      after: fault == .repeatsPages ? nil : id,
      limit: limit,
      includesMissing: includesMissing && fault != .listsNoMissing
    )
  }

  func collectionIDs(below path: DocumentPath) async throws -> [String] {
    let ids = try await base.collectionIDs(below: path)
    return fault == .losesCollections ? Array(ids.dropLast()) : ids
  }

  func commit(
    _ writes: [DocumentWrite],
    expecting expectations: [DocumentExpectation]
  ) async throws -> DocumentCommit {
    let expectations = fault == .ignoresExpectations ? [] : expectations
    let writes = writes.map(altered)
    switch fault {
    case .commitsOneByOne:
      var commit = try await base.commit([], expecting: expectations)
      for write in writes { commit = try await base.commit([write], expecting: []) }
      return commit
    case .acceptsAnything:
      do {
        return try await base.commit(writes, expecting: expectations)
      } catch let error as StoreError where error.code == .invalidData {
        return try await base.commit([], expecting: [])
      }
    case .removesWhatIsBelow:
      for write in writes where write.operation == .delete {
        let query = DocumentQuery(
          parent: write.path,
          collectionID: nil,
          includesDescendants: true
        )
        for document in try await base.documents(matching: query) {
          try await base.commit([DocumentWrite(path: document.path, operation: .delete)])
        }
      }
      return try await base.commit(writes, expecting: expectations)
    default: return try await base.commit(writes, expecting: expectations)
    }
  }

  private func altered(_ document: StoredDocument) -> StoredDocument {
    switch fault {
    case .roundsNumbers:
      let fields = document.fields.map { field -> (String, DocumentValue) in
        guard case .integer(let number) = field.value else { return (field.name, field.value) }
        return (field.name, .double(Double(number)))
      }
      return StoredDocument(
        path: document.path,
        fields: DocumentFields(fields),
        createTime: document.createTime,
        updateTime: document.updateTime
      )
    case .changesTimes:
      return StoredDocument(
        path: document.path,
        fields: document.fields,
        createTime: document.updateTime,
        updateTime: document.updateTime
      )
    default: return document
    }
  }

  private func altered(_ write: DocumentWrite) -> DocumentWrite {
    var operation = write.operation
    if fault == .ignoresMasks, case .update(let fields, _) = operation {
      operation = .update(fields, mask: nil)
    }
    return DocumentWrite(
      path: write.path,
      operation: operation,
      transforms: write.transforms,
      precondition: fault == .ignoresPreconditions ? .none : write.precondition
    )
  }
}
