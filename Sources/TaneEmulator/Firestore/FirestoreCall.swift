import TaneCore
import TaneServices

/// The operations on a Firestore database, independent of the transport.
struct FirestoreCall {
  let service: FirestoreService
  let database: DocumentDatabaseName
  let store: any DocumentStore

  /// Returns the read time to report to a client: at or after the last commit and the update times
  /// of the documents read.
  func readTime(of found: [DocumentExpectation]) -> DocumentTimestamp {
    let clock = DocumentTimestamp(milliseconds: service.now())
    let times = found.compactMap(\.latestUpdate) + [feed.latestTime]
    return times.reduce(clock) { max($0, $1) }
  }

  /// Commits writes and notifies listeners.
  ///
  /// - Throws: A `GoogleFailure` that names a document that is not in the expected state.
  @discardableResult
  func commitAndNotify(
    _ writes: [DocumentWrite],
    expecting expectations: [DocumentExpectation] = []
  ) async throws -> DocumentCommit {
    do {
      return try await feed.commit(writes, expecting: expectations, to: store)
    } catch let conflict as DocumentConflict {
      throw GoogleFailure(conflict, in: database)
    }
  }

  /// Throws if a path is invalid.
  func check(_ path: DocumentPath) throws(GoogleFailure) {
    if let violation = DocumentCheck.violation(in: path) { throw .invalid(violation) }
  }

  /// The change feed of the database.
  var feed: DocumentFeed { service.changes.feed(of: database) }

  /// Returns the given read time, or throws if the database cannot be read at that time.
  func validated(_ readTime: DocumentTimestamp) throws(GoogleFailure) -> DocumentTimestamp {
    guard readTime <= feed.currentTime else {
      throw .invalid("The readTime \(readTime) is in the future.")
    }
    guard readTime >= feed.earliestTime else {
      throw GoogleFailure(
        .failedPrecondition,
        "Documents as of \(readTime) are no longer available; the earliest readTime is "
          + "\(feed.earliestTime)."
      )
    }
    return readTime
  }
}

extension GoogleFailure {
  /// Creates the error for a commit with a failed precondition.
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
        "The transaction was aborted, because the data that it read has changed. Please retry."
      )
    }
  }
}

extension DocumentExpectation {
  /// The latest update time of the documents that were read.
  fileprivate var latestUpdate: DocumentTimestamp? {
    switch self {
    case .document(_, let updateTime): updateTime
    case .query(_, let found): found.map(\.updateTime).max()
    }
  }
}
