import HTTPTypes
import TaneCore
import TaneFormats

/// Follows one node, connection after connection.
struct DatabaseObservation: Sendable {
  /// How a connection ended.
  private enum End: Sendable {
    /// As connections do.
    case broken
    /// The token is not good any more.
    case tokenRevoked
  }

  private static let redirections = 5

  let database: RealtimeDatabaseClient
  let path: TreePath
  let report: @Sendable (DatabaseEvent) -> Void

  private var connection: ServiceConnection { database.client.connection }

  /// Observes until the task is cancelled.
  ///
  /// - Throws: A `StoreError` where there is no going on.
  func run() async throws {
    var failures = 0
    while true {
      try Task.checkCancellation()
      var call = database.reading(path, [])
      call.fields[.accept] = "text/event-stream"
      call.timeout = nil
      let body = try await open(&call)
      var heard = false
      let end = try await follow(body, call, &heard)
      failures = heard ? 1 : failures + 1
      guard failures < connection.policy.attempts else {
        throw database.client.error(
          .unreachable,
          call,
          "the connection ended \(failures) times before anything was heard; try again"
        )
      }
      // That of a user is replaced when it is refused.
      if end == .tokenRevoked, connection.user?.isSignedIn == true { continue }
      if end == .tokenRevoked, case .google(let credential) = connection.credential {
        await credential.discardToken()
        continue
      }
      try await connection.clock.sleep(
        connection.policy.delay(
          after: failures,
          requested: nil,
          random: connection.clock.random()
        )
      )
    }
  }

  /// Opens a connection, following where the service leads as long as that is a host of its kind.
  private func open(_ call: inout ServiceCall) async throws -> TransportBody {
    for _ in 0...Self.redirections {
      let open = try await database.client.open(call)
      if let body = open.body { return body }
      guard [301, 302, 307, 308].contains(open.answer.status),
        let target = open.answer.fields[.location], isSameService(target)
      else { throw database.refusal(open.answer, of: call) }
      call.url = target
    }
    throw database.client.error(
      .invalidAnswer,
      call,
      "the service leads from one address to the next without an end; try again"
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
    _ heard: inout Bool
  ) async throws -> End {
    var parser = EventStreamParser()
    do {
      for try await chunk in body {
        for event in parser.append(chunk) {
          if try handle(event, call) == .tokenRevoked { return .tokenRevoked }
          heard = true
        }
      }
    } catch is TransportFailure {
      return .broken
    }
    try Task.checkCancellation()
    return .broken
  }

  /// Passes an event on; returns `tokenRevoked` where it is about the token.
  private func handle(_ event: EventStreamParser.Event, _ call: ServiceCall) throws -> End? {
    switch event.name {
    case "put": report(try databaseEvent(.put, event, call))
    case "patch": report(try databaseEvent(.patch, event, call))
    case "auth_revoked": return .tokenRevoked
    case "cancel":
      let reason = Redaction.text(String(decoding: event.data, as: UTF8.self))
      throw database.client.error(
        .notAuthorized,
        call,
        "the service ended the observation (\(reason)): the right to read is gone, or there is too much"
          + " to send"
      )
    default: break
    }
    return nil
  }

  private func databaseEvent(
    _ kind: DatabaseEvent.Kind,
    _ event: EventStreamParser.Event,
    _ call: ServiceCall
  ) throws -> DatabaseEvent {
    let json = JSONReader(keepsPlaces: false).read(event.data, named: "event").tree
    guard let json, let path = json["path"]?.string else {
      throw database.client.error(.invalidAnswer, call, "an event is not JSON as it should be")
    }
    return DatabaseEvent(kind: kind, path: TreePath(raw: path), data: json["data"] ?? .null)
  }
}
