import TaneCore

/// The conversation of a database with one client over WebSocket.
///
/// Requests are answered in order. The client receives the events of a write for its own listeners,
/// then the response to the write, then the events of later writes: the official clients attribute
/// all events before a response to their own write, and would revert writes by others.
actor DatabaseConversation: WebSocketConversation {
  /// The key of a client's listener: its path and the client's number for its query.
  private struct ListenKey: Hashable {
    let path: TreePath
    let tag: Int64?
  }

  nonisolated let outgoing: MessageQueue
  private let namespace: DatabaseNamespace
  private let now: @Sendable () -> Int64

  private var assembler = MessageFrames.Assembler()
  private var listeners: [ListenKey: Int] = [:]
  private var disconnectWrites = DisconnectWrites()
  private var isClosed = false

  init(_ namespace: DatabaseNamespace, settings: DatabaseEmulator.Settings) {
    self.namespace = namespace
    now = settings.now
    outgoing = MessageQueue(capacity: settings.queuedBytes)
  }

  nonisolated func frames(of message: [UInt8]) -> [[UInt8]] { MessageFrames.frames(of: message) }

  /// Sends the handshake with the host name that the client used.
  func greet(host: String) {
    let session = String(UInt64.random(in: .min ... .max), radix: 36)
    outgoing.answer(ServerMessage.handshake(time: now(), host: host, session: session))
  }

  /// Receives a frame, and handles the message once it is complete.
  func receive(_ text: [UInt8]) async {
    // Waits for a client that does not read its responses.
    await outgoing.room()
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
    for listener in listeners.values { await namespace.stopListening(listener) }
    listeners = [:]
    for write in disconnectWrites.writes {
      // The write was validated when it was registered, and no client can receive an error.
      _ = try? await namespace.write(write)
    }
  }

  private func handle(_ message: [UInt8]) async {
    switch ClientMessage(message) {
    case .ping: outgoing.answer(ServerMessage.controlPong)
    case .control: break
    case .request(let request): await answer(request)
    case nil:
      outgoing.answer(ServerMessage.control("e", "the message is not of protocol version 5"))
    }
  }
}

extension DatabaseConversation {
  private func answer(_ request: ClientRequest) async {
    do throws(DatabaseProblem) {
      let (status, data) = try await result(of: request)
      outgoing.answer(ServerMessage.reply(to: request.number, status: status, data))
    } catch {
      let reason = Tree(.string(error.message))
      outgoing.answer(ServerMessage.reply(to: request.number, status: "failure", reason))
    }
  }

  private func result(
    of request: ClientRequest
  ) async throws(DatabaseProblem) -> (status: String, data: Tree) {
    switch request.action {
    case "q": try await listen(request)
    case "n": await stopListening(request)
    case "g":
      try DataScan.check(request.path)
      let node = try await namespace.node(at: request.path) { [outgoing] in outgoing.reserveAnswer()
      }
      return ("ok", request.query.selection(from: node).exportForm)
    case "p":
      return try await write(try .set(request.data, at: request.path, expectedHash: request.hash))
    case "m":
      return try await write(try .merge(request.data, at: request.path, expectedHash: request.hash))
    case "o": try disconnectWrites.add(try .set(request.data, at: request.path))
    case "om": try disconnectWrites.add(try .merge(request.data, at: request.path))
    case "oc": disconnectWrites.cancel(at: request.path)
    case "s", "appcheck", "unappeck": break
    case "auth", "gauth": return ("ok", Tree(["auth": .null, "expires": .null]))
    case "unauth": return ("ok", Tree("unauthenticated"))
    default: throw DatabaseProblem("unknown action \"\(request.action)\"")
    }
    return ("ok", request.action == "q" ? Tree(.map([])) : Tree(""))
  }

  private func write(
    _ write: DatabaseWrite
  ) async throws(DatabaseProblem) -> (status: String, data: Tree) {
    switch try await namespace.write(write, inOrder: { [outgoing] in outgoing.reserveAnswer() }) {
    case .written: ("ok", Tree(""))
    case .stale: ("datastale", Tree("the value is not the expected one"))
    }
  }

  private func listen(_ request: ClientRequest) async throws(DatabaseProblem) {
    try DataScan.check(request.path)
    await stopListening(request)
    let listener = try await namespace.listen(
      to: ListenTarget(path: request.path, query: request.query),
      unlessHash: request.hash,
      as: .webSocket(path: request.path, tag: request.tag),
      // A disconnected client reconnects and listens again.
      revoked: { [outgoing] _ in outgoing.finish() },
      first: { [outgoing] message in
        if let message { outgoing.answer(message) }
        outgoing.reserveAnswer()
      },
      send: { [outgoing] in outgoing.add($0) }
    )
    if isClosed {
      await namespace.stopListening(listener)
    } else {
      listeners[ListenKey(path: request.path, tag: request.tag)] = listener
    }
  }

  private func stopListening(_ request: ClientRequest) async {
    let key = ListenKey(path: request.path, tag: request.tag)
    if let listener = listeners.removeValue(forKey: key) {
      await namespace.stopListening(listener)
    }
  }
}
