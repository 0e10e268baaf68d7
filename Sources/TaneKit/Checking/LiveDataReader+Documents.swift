import TaneCore
import TaneProject

// Reads documents from an environment's Firestore, one collection after another.
extension LiveDataReader {
  /// The number of documents per request.
  private static let pageSize = 300

  /// Reads the documents that a rule matches.
  mutating func readDocuments(_ rule: MappingRule) async throws {
    guard let reader = readers[.firestore][Address.firestore] else {
      return data.notChecked.append("\(rule.pattern): the environment has no Firestore")
    }
    let steps = rule.pattern.pattern.description.split(separator: "/").map(String.init)
    let count = data.nodes.count
    try await readDocuments(rule, steps[...], below: .root, from: reader)
    guard data.nodes.count == count, scope.isEmpty, !isExhausted else { return }
    data.notChecked.append("\(rule.pattern): the environment has no matching values")
  }

  /// Adds the collections of the environment that no rule matches to the skipped checks.
  ///
  /// Subcollections are not searched, since that would require one request per document.
  mutating func recordUnmappedCollections() async throws {
    guard let reader = readers[.firestore][Address.firestore], !mappings.rules.isEmpty else {
      return
    }
    let named = mappings.rules.filter(\.isForDocuments).compactMap {
      $0.pattern.pattern.description.split(separator: "/").first.map(String.init)
    }
    guard !named.contains("*") else { return }
    let names = Set(named.map { PercentEncoding.decode($0) })
    for id in try await reader.collectionIDs(below: .root) where !names.contains(id) {
      let address = Address(document: DocumentPath([id]))
      guard isInScope(address), mappings.isReported(address) else { continue }
      data.notChecked.append("\(address): its documents have no mapping")
    }
  }

  private mutating func readDocuments(
    _ rule: MappingRule,
    _ steps: ArraySlice<String>,
    below path: DocumentPath,
    from reader: any DocumentReader
  ) async throws {
    guard let collection = steps.first, let document = steps.dropFirst().first else { return }
    let rest = steps.dropFirst(2)
    let ids =
      collection == "*"
      ? try await reader.collectionIDs(below: path) : [PercentEncoding.decode(collection)]
    for id in ids {
      let collection = path.appending(id)
      guard isInScope(Address(document: collection)), !isExhausted else { continue }
      if let ids = document == "*"
        ? documentIDsInScope(in: collection) : [PercentEncoding.decode(document)]
      {
        for id in ids { try await read(rule, rest, at: collection.appending(id), from: reader) }
      } else {
        try await readAll(rule, rest, in: collection, from: reader)
      }
    }
  }

  /// Returns the IDs of the collection's documents that are in scope, or nil if the whole
  /// collection is.
  private func documentIDsInScope(in collection: DocumentPath) -> [String]? {
    let address = Address(document: collection)
    guard !scope.isEmpty, !scope.contains(where: { $0.contains(address) }) else { return nil }
    let depth = collection.segments.count
    return Set(scope.filter(address.contains).map { $0.path.components[depth] }).sorted()
  }

  private mutating func read(
    _ rule: MappingRule,
    _ rest: ArraySlice<String>,
    at path: DocumentPath,
    from reader: any DocumentReader
  ) async throws {
    guard rest.isEmpty else {
      return try await readDocuments(rule, rest, below: path, from: reader)
    }
    guard isInScope(Address(document: path)), !isExhausted else { return }
    if let document = try await reader.document(at: path) { add(document, rule) }
  }

  /// Reads a collection page by page, up to the sample size.
  private mutating func readAll(
    _ rule: MappingRule,
    _ rest: ArraySlice<String>,
    in collection: DocumentPath,
    from reader: any DocumentReader
  ) async throws {
    var (count, last, hasMore) = (0, String?.none, true)
    while hasMore, !isExhausted {
      let wanted = min(Self.pageSize, (options.sample ?? .max) - count)
      guard wanted > 0 else { return recordPartialRead(count, in: collection) }
      let page = try await reader.documents(
        in: collection,
        after: last,
        limit: wanted,
        includesMissing: !rest.isEmpty
      )
      for entry in page.entries where !isExhausted {
        count += 1
        if !rest.isEmpty {
          let path = collection.appending(entry.id)
          try await readDocuments(rule, rest, below: path, from: reader)
        } else if let document = entry.document {
          add(document, rule)
        }
      }
      (last, hasMore) = (page.entries.last?.id, page.hasMore && !page.entries.isEmpty)
    }
  }

  private mutating func add(_ document: StoredDocument, _ rule: MappingRule) {
    guard mappings.rule(ofDocumentAt: document.path) == rule else { return }
    let tree = Tree(document: document.fields, in: database)
    add(.init(rule: rule, address: Address(document: document.path), tree: tree))
  }

  /// Records as a skipped check that only the first documents of a collection were read.
  ///
  /// An evenly distributed sample would require reading all documents, and Firestore bills each
  /// read.
  private mutating func recordPartialRead(_ count: Int, in collection: DocumentPath) {
    data.notChecked.append(
      "\(Address(document: collection)): only the first \(counted(count, "document")) by ID "
        + "\(count == 1 ? "was" : "were") read"
    )
  }
}
