import HTTPTypes
import Synchronization
import TaneCore

/// The session's connections and reconnections.
extension DatabaseSession {
  /// The reason a connection or an attempt to connect ended.
  fileprivate enum EndReason: Sendable {
    case broken(any Error)
    case redirected(host: String)
    case refused(any Error)
  }

  private static let redirections = 5

  private var isNeeded: Bool { !disconnectOperations.isEmpty || !replicas.isEmpty }

  func start() {
    connectionTask.withLock { connectionTask in
      guard connectionTask == nil else { return }
      connectionTask = Task { await keepConnected() }
    }
  }

  private func keepConnected() async {
    var failures = 0
    var redirections = 0
    while isNeeded, !Task.isCancelled {
      let (end, wasEstablished) = await maintainConnection()
      if wasEstablished { (failures, redirections) = (0, 0) }
      switch end {
      case .refused(let error): endListeners(throwing: error, includingEstablished: true)
      case .redirected(let host) where redirections < Self.redirections:
        redirections += 1
        self.host = host
        continue
      case .redirected:
        endListeners(throwing: tooManyRedirectsError, includingEstablished: true)
      case .broken(let error):
        failures += 1
        host = nil
        if failures >= client.connection.policy.attempts {
          endListeners(throwing: error, includingEstablished: false)
        }
      }
      if isNeeded { await pause(failures) }
    }
    if Task.isCancelled {
      endListeners(throwing: CancellationError(), includingEstablished: true)
    }
    connectionTask.withLock { $0 = nil }
  }

  private func pause(_ failures: Int) async {
    let (policy, clock) = (client.connection.policy, client.connection.clock)
    guard failures > 0 else { return }
    try? await clock.sleep(policy.delay(after: failures, requested: nil, random: clock.random()))
  }

  /// Maintains a connection until it ends.
  ///
  /// Returns the reason for the end, and true if the state was restored over the connection or the
  /// client ended the connection.
  private func maintainConnection() async -> (EndReason, Bool) {
    let socket = DatabaseSocket { [weak self] in await self?.apply($0) }
    let end: EndReason
    do {
      let address = try address
      let link = try await WebSocketLink.open(address, trust: client.connection.transport.trust)
      current = socket
      end = await exchangeMessages(socket, over: link)
    } catch let failure as TransportFailure {
      end = .broken(self.failure(.unreachable, failure.explanation(host: hostName)))
    } catch {
      end = .refused(error)
    }
    let wasEstablished = self.socket != nil
    let wasEnding = isEnding
    (current, self.socket, isEnding) = (nil, nil, false)
    for ending in disconnectContinuations { ending.resume() }
    disconnectContinuations = []
    // A connection ended by the client has not failed.
    return (end, wasEstablished || wasEnding)
  }

  private func exchangeMessages(_ socket: DatabaseSocket, over link: WebSocketLink) async
    -> EndReason
  {
    await withTaskGroup(of: EndReason?.self) { group in
      group.addTask { await self.end(await socket.run(over: link, self.client.connection.clock)) }
      group.addTask {
        do {
          try await self.begin(socket)
          return nil
        } catch is DatabaseSocket.ConnectionEnded {
          return nil
        } catch let error as StoreError where error.isRetryable {
          return .broken(error)
        } catch {
          return .refused(error)
        }
      }
      for await case let end? in group {
        group.cancelAll()
        return end
      }
      return .broken(CancellationError())
    }
  }

  private func end(_ end: DatabaseSocket.EndReason) -> EndReason {
    switch end {
    case .broken(let problem):
      let words = problem.map { " (\($0))" } ?? ""
      return .broken(
        failure(.unreachable, "the WebSocket connection ended\(words); try again")
      )
    case .redirected(let host):
      guard isTrusted(host) else {
        return .refused(
          failure(
            .invalidResponse,
            "the service redirects to \(host), but Tane follows redirects only to trusted hosts; "
              + "check the URL"
          )
        )
      }
      return .redirected(host: host)
    case .shutDown(let reason):
      let words = Redaction.text(reason)
      return .refused(failure(.unavailable, "the service rejected the connection: \(words)"))
    }
  }

  /// Sends the authorization and restores the state.
  private func begin(_ socket: DatabaseSocket) async throws {
    try await socket.waitForGreeting()
    try await authorize(socket)
    guard current === socket, !isEnding else { return }
    // From now on, new requests are sent over this socket. The restored ones are sent first.
    self.socket = socket
    for operation in disconnectOperations { send(operation, over: socket) }
    for (path, replica) in replicas { listen(to: path, replica, over: socket) }
  }

  private func authorize(_ socket: DatabaseSocket) async throws {
    authorization = nil
    var rejectedToken: String?
    while true {
      let changes = userChangeCount
      let new = try await newAuthorization(replacing: rejectedToken)
      if new != authorization {
        let reply = try await socket.ask(.authorization(new))
        guard reply.isSuccess else {
          guard let new, rejectedToken == nil, client.connection.canRenewToken else {
            throw failure(
              .notAuthorized,
              "the database rejected the credential: \(reply.reason)"
            )
          }
          rejectedToken = new.token
          continue
        }
        authorization = new
      }
      // If the user has changed in the meantime, the authorization of the new user is sent.
      if changes == userChangeCount { return }
    }
  }

  private func newAuthorization(
    replacing rejectedToken: String?
  ) async throws -> ServiceAuthorization? {
    let call = ServiceCall(method: .get, url: location.socketURL(host: host), retry: .never)
    return try await client.connection.authorization(
      for: call,
      of: client.service,
      refusing: rejectedToken
    )
  }

  /// Sends a new token, if available, over the existing connection.
  func renewAuthorization(replacing rejectedToken: String?) async {
    if authorization != nil { await sendAuthorizations(replacing: rejectedToken, renewing: true) }
  }

  /// Continues as the currently signed-in user, or without a user.
  ///
  /// If the new user's token cannot be obtained, the connection is replaced, which ends the
  /// previous user's authorization.
  func changeUser() async {
    userChangeCount += 1
    await sendAuthorizations()
  }

  /// Sends the authorization, and sends another one if the user has changed in the meantime.
  ///
  /// One authorization is sent at a time, so that a late response for an earlier user has no
  /// effect.
  private func sendAuthorizations(
    replacing rejectedToken: String? = nil,
    renewing: Bool = false
  ) async {
    guard !isSendingAuthorization else { return }
    isSendingAuthorization = true
    defer { isSendingAuthorization = false }
    var (rejectedToken, renewing) = (rejectedToken, renewing)
    while let socket {
      let changes = userChangeCount
      let new: ServiceAuthorization?
      do {
        new = try await newAuthorization(replacing: rejectedToken)
      } catch {
        return renewing && changes == userChangeCount ? () : socket.close()
      }
      if changes == userChangeCount {
        guard new != authorization, !renewing || new != nil else { return }
        guard let reply = try? await socket.ask(.authorization(new)), reply.isSuccess else {
          return socket.close()
        }
        authorization = new
        if changes == userChangeCount { return }
      }
      (rejectedToken, renewing) = (nil, false)
    }
  }
}
