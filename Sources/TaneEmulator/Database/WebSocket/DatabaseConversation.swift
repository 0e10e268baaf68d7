import TaneCore

/// A conversation between a database and one client over WebSocket.
///
/// Requests are processed in order. The client receives the events of a write for its own
/// listeners, then the response to the write, then the events of later writes. The official clients
/// treat all events before the response as results of their own write, and would otherwise revert
/// the writes of other clients.
actor DatabaseConversation: WebSocketConversation {
  /// The key of a client's listener: the path, and the client's number for the query, if any.
  private struct ListenKey: Hashable {
    let path: TreePath
    let tag: Int64?
  }

  nonisolated let outgoing: MessageQueue
  private let emulator: DatabaseEmulator
  private let namespace: DatabaseNamespace
  private let now: @Sendable () -> Int64

  private var identity = DatabaseIdentity.signedOut
  private var assembler = MessageFrames.Assembler()
  private var listeners: [ListenKey: (number: Int, request: ClientRequest)] = [:]
  private var disconnectWrites = DisconnectWrites()
  private var isClosed = false

  init(_ namespace: DatabaseNamespace, of emulator: DatabaseEmulator) {
    (self.namespace, self.emulator) = (namespace, emulator)
    now = emulator.settings.now
    outgoing = MessageQueue(capacity: emulator.settings.queuedBytes)
  }

  /// The rules evaluator for the client's requests, or nil if the client has full access.
  private var evaluator: DatabaseRulesEvaluator? {
    emulator.evaluator(of: identity, for: namespace.name)
  }

  nonisolated func frames(of message: [UInt8]) -> [[UInt8]] { MessageFrames.frames(of: message) }

  /// Sends the handshake with the host name that the client used.
  func greet(host: String) {
    let session = String(UInt64.random(in: .min ... .max), radix: 36)
    outgoing.answer(ServerMessage.handshake(time: now(), host: host, session: session))
  }

  /// Receives a frame, and handles the message once it is complete.
  func receive(_ text: [UInt8]) async {
    // Waits while the client has too many unread responses.
    await outgoing.waitForRoom()
    do throws(MessageFrames.Assembler.TooLarge) {
      guard let message = try assembler.take(text) else { return }
      await handle(message)
    } catch {
      outgoing.answer(ServerMessage.control("e", "specified payload is too large"))
      outgoing.finish()
    }
  }

  /// Removes all listeners and runs the client's disconnect operations.
  func close() async {
    guard !isClosed else { return }
    isClosed = true
    outgoing.finish()
    for listener in listeners.values { await namespace.stopListening(listener.number) }
    listeners = [:]
    for write in disconnectWrites.writes {
      // The write was validated when it was registered, and the client can no longer receive an
      // error. The rules are evaluated again, because the data may have changed.
      _ = try? await namespace.write(write, evaluator)
    }
  }

  private func handle(_ message: [UInt8]) async {
    switch ClientMessage(message) {
    case .ping: outgoing.answer(ServerMessage.controlPong)
    case .control: break
    case .request(let request): await answer(request)
    case nil:
      outgoing.answer(
        ServerMessage.control("e", "the message does not conform to protocol version 5")
      )
    }
  }
}

extension DatabaseConversation {
  private func answer(_ request: ClientRequest) async {
    do throws(DatabaseFailure) {
      let (status, data) = try await result(of: request)
      outgoing.answer(ServerMessage.reply(to: request.number, status: status, data))
    } catch {
      let reason = Tree(.string(error.message))
      let status = error.kind == .denied ? "permission_denied" : "failure"
      outgoing.answer(ServerMessage.reply(to: request.number, status: status, reason))
    }
  }

  private func result(
    of request: ClientRequest
  ) async throws(DatabaseFailure) -> (status: String, data: Tree) {
    switch request.action {
    case "q": try await listen(request)
    case "n": await stopListening(request)
    case "g":
      try DataValidator.check(request.path)
      let query = request.query
      let node = try await namespace.node(at: request.path, query.nonDefault, evaluator) {
        [outgoing] in
        outgoing.reserveResponse()
      }
      return ("ok", query.selection(from: node).exportForm)
    case "p":
      return try await write(try .set(request.data, at: request.path, expectedHash: request.hash))
    case "m":
      return try await write(try .merge(request.data, at: request.path, expectedHash: request.hash))
    case "o": try await addDisconnectWrite(try .set(request.data, at: request.path))
    case "om": try await addDisconnectWrite(try .merge(request.data, at: request.path))
    case "oc": disconnectWrites.cancel(at: request.path)
    case "s", "appcheck", "unappeck": break
    case "auth", "gauth": return ("ok", try await signIn(request))
    case "unauth":
      identity = .signedOut
      await cancelDeniedListeners()
      return ("ok", Tree("unauthenticated"))
    default: throw DatabaseFailure("unknown action \"\(request.action)\"")
    }
    return ("ok", request.action == "q" ? Tree(.map([])) : Tree(""))
  }

  private func write(
    _ write: DatabaseWrite
  ) async throws(DatabaseFailure) -> (status: String, data: Tree) {
    let result = try await namespace.write(write, evaluator) { [outgoing] in
      outgoing.reserveResponse()
    }
    return switch result {
    case .written: ("ok", Tree(""))
    case .stale: ("datastale", Tree("the current value is not the expected value"))
    }
  }

  /// Validates a write and registers it to run when the connection ends.
  private func addDisconnectWrite(_ write: DatabaseWrite) async throws(DatabaseFailure) {
    if let evaluator { try await namespace.check(write, evaluator) }
    try disconnectWrites.add(write)
  }

  /// Changes the client's identity, and returns the data of the response.
  ///
  /// An emulator that does not evaluate rules accepts every credential.
  private func signIn(_ request: ClientRequest) async throws(DatabaseFailure) -> Tree {
    if emulator.evaluatesRules {
      let override = request.body["authvar"].map { DatabaseJSON.compact($0) }
      identity = try DatabaseIdentity(
        credential: request.body["cred"]?.string,
        override: override.map { String(decoding: $0, as: UTF8.self) }
      )
      await cancelDeniedListeners()
    }
    guard case .user(let auth) = identity else { return Tree(["auth": .null, "expires": .null]) }
    let expiry = auth["token"]?["exp"] ?? .null
    return Tree(["auth": .tree(auth["token"] ?? .null), "expires": .tree(expiry)])
  }

  /// Removes the listeners on targets that the client may no longer read.
  private func cancelDeniedListeners() async {
    guard let evaluator else { return }
    for (key, listener) in listeners {
      let path = listener.request.path
      let query = listener.request.query.nonDefault
      do throws(DatabaseFailure) {
        _ = try await namespace.node(at: path, query, evaluator)
      } catch {
        listeners[key] = nil
        await namespace.stopListening(listener.number)
        outgoing.add(ServerMessage.cancelMessage(at: path, query: listener.request.body["q"]))
      }
    }
  }

  private func listen(_ request: ClientRequest) async throws(DatabaseFailure) {
    try DataValidator.check(request.path)
    await stopListening(request)
    let listener = try await namespace.listen(
      to: ListenTarget(path: request.path, query: request.query),
      checkedBy: evaluator,
      unlessHash: request.hash,
      as: .webSocket(path: request.path, tag: request.tag),
      // A disconnected client reconnects and listens again.
      revoked: { [outgoing] _ in outgoing.finish() },
      first: { [outgoing] message in
        if let message { outgoing.answer(message) }
        outgoing.reserveResponse()
      },
      send: { [outgoing] in outgoing.add($0) }
    )
    if isClosed {
      await namespace.stopListening(listener)
    } else {
      listeners[ListenKey(path: request.path, tag: request.tag)] = (listener, request)
    }
  }

  private func stopListening(_ request: ClientRequest) async {
    let key = ListenKey(path: request.path, tag: request.tag)
    if let listener = listeners.removeValue(forKey: key) {
      await namespace.stopListening(listener.number)
    }
  }
}
