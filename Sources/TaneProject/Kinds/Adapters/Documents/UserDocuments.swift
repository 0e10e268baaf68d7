package import TaneCore

/// A view of a Firestore database that hides the collection reserved by Tane.
struct UserDocuments<Base: DocumentReader>: DocumentReader {
  let base: Base
  let collection: String

  func documents(at paths: [DocumentPath]) async throws -> [StoredDocument?] {
    try await base.documents(at: paths)
  }

  func documents(matching query: DocumentQuery) async throws -> [StoredDocument] {
    try await base.documents(matching: query)
  }

  func documents(
    in collection: DocumentPath,
    after id: String?,
    limit: Int,
    includesMissing: Bool
  ) async throws -> DocumentListPage {
    try await base.documents(
      in: collection,
      after: id,
      limit: limit,
      includesMissing: includesMissing
    )
  }

  func collectionIDs(below path: DocumentPath) async throws -> [String] {
    let ids = try await base.collectionIDs(below: path)
    return path == .root ? ids.filter { $0 != collection } : ids
  }

  var pollingInterval: ClosedRange<Duration>? { base.pollingInterval }
}

extension DocumentReader {
  /// Returns a view of the database without the collection reserved by Tane.
  package func userDocuments(in profile: EnvironmentProfile) -> any DocumentReader {
    UserDocuments(base: self, collection: profile.reservedCollection)
  }
}
