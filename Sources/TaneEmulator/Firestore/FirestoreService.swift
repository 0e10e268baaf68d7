import HTTPTypes
package import TaneCore
import TaneServices

/// An emulator of Firestore with its REST API and its gRPC API.
///
/// Anyone can read and write everything: security rules are parsed but not evaluated. See
/// <https://cloud.google.com/firestore/docs/reference/rest>.
package struct FirestoreService: EmulatorService {
  private let makeStore: @Sendable (String) -> (any DocumentStore)?
  let now: @Sendable () -> Int64
  let makeIdentifier: @Sendable () -> String
  let transactions = FirestoreTransactions()
  let changes: FirestoreChanges

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - now: Returns the current time, in milliseconds since 1970.
  ///   - makeIdentifier: Returns an identifier of 20 letters and digits, for a new document without
  ///     an identifier.
  ///   - storeName: Returns the name of a database's store; databases with the same store share
  ///     their listeners.
  ///   - makeStore: Returns the store of a database by its name, `projects/P/databases/D`, or nil
  ///     if the database is not served.
  package init(
    now: @escaping @Sendable () -> Int64,
    makeIdentifier: @escaping @Sendable () -> String = { RandomText.alphanumeric(count: 20) },
    storeName: @escaping @Sendable (String) -> String = { $0 },
    makeStore: @escaping @Sendable (String) -> (any DocumentStore)?
  ) {
    self.now = now
    self.makeIdentifier = makeIdentifier
    self.makeStore = makeStore
    changes = FirestoreChanges(now: now, storeName: storeName)
  }

  package func respond(to request: EmulatorRequest) async -> EmulatorResponse {
    if let preflight = CrossOriginSharing.preflight(request) { return preflight }
    return CrossOriginSharing.addingHeaders(to: await handle(request), for: request)
  }

  private func handle(_ request: EmulatorRequest) async -> EmulatorResponse {
    guard let route = FirestoreRoute(request) else { return await handleEmulatorRequest(request) }
    do {
      let call = try call(to: route.database)
      return .json(try await FirestoreRESTCall(request: request, route: route, call: call).handle())
    } catch {
      let streams = ["batchGet", "runQuery", "runAggregationQuery"]
      return GoogleFailure(error).response(isStream: route.verb.map(streams.contains) ?? false)
    }
  }

  /// Returns the operations on a database, or throws if the database is not served.
  func call(to database: DocumentDatabaseName) throws(GoogleFailure) -> FirestoreCall {
    guard let store = makeStore(database.description) else {
      throw GoogleFailure(
        .notFound,
        "The database \(database.database) does not exist for project \(database.project): it is not"
          + " served here."
      )
    }
    return FirestoreCall(service: self, database: database, store: store)
  }

  /// Responds to a request for a path that exists only in emulators.
  private func handleEmulatorRequest(_ request: EmulatorRequest) async -> EmulatorResponse {
    let segments = request.target.segments
    do {
      if request.method == .delete, segments.count == 7, segments.last == "documents",
        segments.starts(with: ["emulator", "v1", "projects"]), segments[4] == "databases"
      {
        let database = DocumentDatabaseName(project: segments[3], database: segments[5])
        try await removeAll(of: database)
        return .json([:])
      }
      if request.method == .put, segments.starts(with: ["emulator", "v1", "projects"]),
        segments.last?.hasSuffix(":securityRules") == true
      {
        let body = try ProtocolJSON(request)
        try RulesSyntaxChecker.check(filesOf: body.tree, for: "cloud.firestore")
        return .json([:])
      }
      if request.target.rawPath.hasPrefix("/google.firestore.v1.Firestore/") {
        throw GoogleFailure(
          .unimplemented,
          "WebChannel, which the web SDK uses in browsers, is not supported: use a mobile or server"
            + " SDK (gRPC), or the REST API."
        )
      }
    } catch let problem as RulesProblem {
      return GoogleFailure.invalid(problem.description).response(isStream: false)
    } catch {
      return GoogleFailure(error).response(isStream: false)
    }
    return GoogleFailure(.notFound, "Nothing is served at this path with this method.")
      .response(isStream: false)
  }
}

// Access to the service's databases for exports and imports.
extension FirestoreService {
  /// Returns a reader for a database, or nil if the database is not served.
  package func reader(of database: DocumentDatabaseName) -> (any DocumentReader)? {
    try? call(to: database).store
  }

  package func removeAll(of database: DocumentDatabaseName) async throws {
    let call = try call(to: database)
    try await changes.feed(of: database).removeAll(of: call.store)
  }

  /// Commits writes to a database atomically.
  package func commit(_ writes: [DocumentWrite], to database: DocumentDatabaseName) async throws {
    try await call(to: database).commitAndNotify(writes)
  }
}
