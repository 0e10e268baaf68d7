import TaneCore

/// A reader for Firestore that lists a document's fields, followed by its collections.
struct StudioDocumentReader: StudioReader {
  let kind = ServiceKind.firestore
  let title = "Firestore"

  func listing(
    of address: Address,
    after cursor: String?,
    in readers: EnvironmentReaders
  ) async throws -> StudioListing? {
    let documents = try readers.reader(.firestore, named: address.service)
    let path = DocumentPath(address.path.components)
    if path.isCollection {
      let page = try await documents.documents(
        in: path,
        after: cursor,
        limit: StudioReaders.pageSize,
        includesMissing: true
      )
      guard page.entries.isEmpty, cursor == nil else { return listing(of: page, at: address) }
    } else if let listing = try await listing(ofDocument: path, at: address, documents) {
      return listing
    }
    return try await field(at: address, documents)
  }

  private func listing(of page: DocumentListPage, at address: Address) -> StudioListing {
    let rows = page.entries.map { entry in
      StudioListing.Row(
        key: entry.id,
        address: address.appending(entry.id),
        content: .branch(entry.document == nil ? "missing document" : "document")
      )
    }
    return StudioListing(rows: rows, next: page.hasMore ? page.entries.last?.id : nil)
  }

  private func listing(
    ofDocument path: DocumentPath,
    at address: Address,
    _ documents: any DocumentReader
  ) async throws -> StudioListing? {
    let document = path.segments.isEmpty ? nil : try await documents.document(at: path)
    var listing = StudioListing()
    if let document {
      listing = StudioListing(of: Tree(document: document.fields), at: address)
    }
    listing.rows += try await documents.collectionIDs(below: path).map { id in
      StudioListing.Row(key: id, address: address.appending(id), content: .branch("collection"))
    }
    return document == nil && listing.rows.isEmpty && !path.segments.isEmpty ? nil : listing
  }

  /// Returns the value of a field; its address extends the address of its document.
  private func field(
    at address: Address,
    _ documents: any DocumentReader
  ) async throws -> StudioListing? {
    let keys = address.path.components
    for count in stride(from: (keys.count - 1) / 2 * 2, to: 0, by: -2) {
      let path = DocumentPath(Array(keys.prefix(count)))
      guard let document = try await documents.document(at: path) else { continue }
      let value = Tree(document: document.fields)[TreePath(Array(keys.dropFirst(count)))]
      return value.map { StudioListing(of: $0, at: address) }
    }
    return nil
  }
}
