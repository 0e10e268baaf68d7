import TaneCore
import TaneWire

/// The operations on a Firestore database, independent of the transport.
struct FirestoreCall {
  let service: FirestoreService
  let database: DocumentDatabaseName
  let store: any DocumentStore

  /// The time that a reader is told: not before what it has read, nor before a commit that was answered, whatever
  /// the clock says.
  func readTime(of found: [DocumentExpectation]) -> DocumentTimestamp {
    let clock = DocumentTimestamp(milliseconds: service.now())
    let times = found.compactMap(\.latestUpdate) + [service.changes.feed(of: database).latestTime]
    return times.reduce(clock) { max($0, $1) }
  }

  /// Makes writes, of which listeners hear.
  ///
  /// - Throws: A `GoogleFailure` that names the document where one is not as it was expected.
  @discardableResult
  func make(
    _ writes: [DocumentWrite],
    expecting expectations: [DocumentExpectation] = []
  ) async throws -> DocumentCommit {
    do {
      return try await service.changes.feed(of: database)
        .commit(writes, expecting: expectations, to: store)
    } catch let conflict as DocumentConflict {
      throw GoogleFailure(conflict, in: database)
    }
  }

  /// Refuses what no document and no collection can be called.
  func check(_ path: DocumentPath) throws(GoogleFailure) {
    if let violation = DocumentCheck.violation(in: path) { throw .invalid(violation) }
  }

  /// Refuses to read what was at an earlier time: only what is now is kept.
  static func checkReadTime(isGiven: Bool) throws(GoogleFailure) {
    if isGiven { throw readTimeIsNotServed }
  }

  static let readTimeIsNotServed = GoogleFailure(
    .unimplemented,
    "Documents of an earlier readTime are not kept: leave readTime out."
  )
}

extension GoogleFailure {
  /// The failure of a commit that found something else than it expected.
  fileprivate init(_ conflict: DocumentConflict, in database: DocumentDatabaseName) {
    let name = database.name(of: conflict.path)
    switch conflict.reason {
    case .alreadyExists: self.init(.alreadyExists, "Document already exists: \(name)")
    case .notFound: self.init(.notFound, "No document to update: \(name)")
    case .updatedElsewhere:
      self.init(
        .failedPrecondition,
        "The stored version of \(name) does not match the required base version."
      )
    case .readsChanged:
      self.init(
        .aborted,
        "The transaction was aborted, because what it read has changed. Please retry."
      )
    }
  }
}

extension DocumentExpectation {
  /// When the last of the documents changed that were read.
  fileprivate var latestUpdate: DocumentTimestamp? {
    switch self {
    case .document(_, let updateTime): updateTime
    case .query(_, let found): found.map(\.updateTime).max()
    }
  }
}
