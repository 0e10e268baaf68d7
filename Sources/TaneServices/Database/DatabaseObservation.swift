import HTTPTypes
import TaneCore
import TaneFormats

/// An observation of one node across connections.
struct DatabaseObservation: Sendable {
  /// The end of a connection or of an attempt to connect.
  private enum End: Sendable {
    /// The connection broke.
    case broken
    /// The token is no longer valid.
    case tokenRevoked
    /// No token could be obtained.
    case noToken(StoreError)
    /// The signed-in user has changed.
    case userChanged
  }

  private static let redirections = 5

  let database: RealtimeDatabaseClient
  let path: TreePath
  let report: @Sendable (DatabaseEvent) -> Void

  private var connection: ServiceConnection { database.client.connection }

  /// Observes until the task is cancelled.
  ///
  /// - Throws: A `StoreError` if observation cannot continue.
  func run() async throws {
    var failures = 0
    while true {
      try Task.checkCancellation()
      let (end, isHeard) = try await hold()
      failures = isHeard ? 1 : failures + 1
      switch end {
      case .userChanged: failures = 0
      // A user's token is replaced if it is rejected.
      case .tokenRevoked where connection.user?.isSignedIn != true:
        if case .google(let credential) = connection.credential { await credential.discardToken() }
      case .noToken(let error) where failures >= connection.policy.attempts: throw error
      case .broken, .tokenRevoked, .noToken: break
      }
      guard failures < connection.policy.attempts else { throw ended(failures) }
      try await connection.clock.sleep(
        connection.policy.delay(
          after: max(failures, 1),
          requested: nil,
          random: connection.clock.random()
        )
      )
    }
  }

  private func ended(_ failures: Int) -> StoreError {
    database.client.error(
      .unreachable,
      call,
      "the connection ended \(failures) times before any event was received; try again"
    )
  }

  private var call: ServiceCall {
    var call = database.reading(path, [])
    call.fields[.accept] = "text/event-stream"
    call.timeout = nil
    return call
  }

  /// Keeps a connection open until it ends or the user changes, and returns whether events were
  /// received.
  private func hold() async throws -> (End, isHeard: Bool) {
    guard let user = connection.user else { return try await converse { true } }
    let changes = user.changes
    let begun = user.changeCount
    return try await withThrowingTaskGroup(of: (End, isHeard: Bool).self) { group in
      group.addTask {
        do {
          return try await converse { user.changeCount == begun }
        } catch  where user.changeCount != begun && !Task.isCancelled {
          // Errors for the previous user do not apply to the current one.
          return (.userChanged, false)
        }
      }
      group.addTask {
        for await _ in changes { break }
        return (.userChanged, false)
      }
      // The first task to end cancels the other.
      defer { group.cancelAll() }
      return try await group.next() ?? (.broken, false)
    }
  }

  /// Opens a connection and reads events while its user is signed in.
  private func converse(_ isOfUser: @Sendable () -> Bool) async throws -> (End, isHeard: Bool) {
    var call = call
    do {
      _ = try await connection.authorization(
        for: call,
        of: database.client.service,
        refusing: nil
      )
    } catch let error as StoreError where error.isRetryable {
      return (.noToken(error), false)
    }
    let body = try await open(&call)
    var isHeard = false
    let end = try await follow(body, call, &isHeard, isOfUser)
    return (end, isHeard)
  }

  /// Opens a connection, following redirects to hosts of the same kind.
  private func open(_ call: inout ServiceCall) async throws -> TransportBody {
    for _ in 0...Self.redirections {
      let open = try await database.client.open(call)
      if let body = open.body { return body }
      guard [301, 302, 307, 308].contains(open.answer.status),
        let target = open.answer.fields[.location], isSameService(target)
      else { throw database.error(for: open.answer, of: call) }
      // If the redirect contains the token, it is removed, since it is added to the call anyway.
      call.url = URLQuery.without(["auth", "access_token"], in: target)
    }
    throw database.client.error(
      .invalidResponse,
      call,
      "the service sent too many redirects; try again"
    )
  }

  private func isSameService(_ url: String) -> Bool {
    guard let address = WebAddress(url) else { return false }
    return address.origin == database.location.origin
      || (!database.location.isEmulator && GoogleHosts.areTrusted(with: address))
  }

  private func follow(
    _ body: TransportBody,
    _ call: ServiceCall,
    _ isHeard: inout Bool,
    _ isOfUser: () -> Bool
  ) async throws -> End {
    var parser = EventStreamParser()
    do {
      for try await chunk in body {
        for event in parser.append(chunk) {
          guard isOfUser() else { return .userChanged }
          if event.name == "auth_revoked" { return .tokenRevoked }
          try handle(event, call)
          isHeard = true
        }
      }
    } catch is TransportFailure {
      return .broken
    }
    try Task.checkCancellation()
    return .broken
  }

  /// Reports a change, or throws if the service has ended the subscription.
  private func handle(_ event: EventStreamParser.Event, _ call: ServiceCall) throws {
    switch event.name {
    case "put": report(try databaseEvent(.put, event, call))
    case "patch": report(try databaseEvent(.patch, event, call))
    case "cancel":
      let reason = Redaction.text(String(decoding: event.data, as: UTF8.self))
      throw database.client.error(
        .notAuthorized,
        call,
        "the service ended the subscription (\(reason)): read access was revoked, or the data is "
          + "too large"
      )
    default: break
    }
  }

  private func databaseEvent(
    _ kind: DatabaseEvent.Kind,
    _ event: EventStreamParser.Event,
    _ call: ServiceCall
  ) throws -> DatabaseEvent {
    let json = JSONReader(keepsPlaces: false).read(event.data, named: "event").tree
    guard let json, let path = json["path"]?.string else {
      throw database.client.error(.invalidResponse, call, "an event is not valid JSON")
    }
    return DatabaseEvent(kind: kind, path: TreePath(raw: path), data: json["data"] ?? .null)
  }
}
