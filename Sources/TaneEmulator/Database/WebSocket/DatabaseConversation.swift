import TaneCore

/// The conversation of a database with one client over WebSocket.
///
/// Requests are answered in their order. The client is sent what a write does to its own listeners, then the
/// answer to the write, then what later writes do: the official clients take what they hear before an answer
/// for part of what they wrote, and would undo what others wrote.
actor DatabaseConversation: WebSocketConversation {
  /// A listener of the client, by the path and the number that it gave.
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

  /// Greets the client under the name by which it called the server.
  func greet(host: String) {
    let session = String(UInt64.random(in: .min ... .max), radix: 36)
    outgoing.answer(ServerMessage.handshake(time: now(), host: host, session: session))
  }

  /// Takes a frame of the client, and does what the message asks for that it ends.
  func receive(_ text: [UInt8]) async {
    // A client that does not read its answers is not asked what else it wants.
    await outgoing.room()
    do throws(MessageFrames.Assembler.TooLarge) {
      guard let message = try assembler.take(text) else { return }
      await handle(message)
    } catch {
      outgoing.answer(ServerMessage.control("e", "specified payload is too large"))
      outgoing.finish()
    }
  }

  /// Ends all listeners, and makes the writes that the client left for this.
  func close() async {
    guard !isClosed else { return }
    isClosed = true
    outgoing.finish()
    for listener in listeners.values { await namespace.stopListening(listener) }
    listeners = [:]
    for write in disconnectWrites.writes {
      // The rules of the service held when the client left the write; nobody is there to be told more.
      _ = try? await namespace.write(write)
    }
  }

  private func handle(_ message: [UInt8]) async {
    switch ClientMessage(message) {
    case .ping: outgoing.answer(ServerMessage.controlPong)
    case .control: break
    case .request(let request): await answer(request)
    case nil:
      outgoing.answer(ServerMessage.control("e", "the message is none of protocol version 5"))
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
    case .stale: ("datastale", Tree("another value than expected is there"))
    }
  }

  private func listen(_ request: ClientRequest) async throws(DatabaseProblem) {
    try DataScan.check(request.path)
    await stopListening(request)
    let listener = try await namespace.listen(
      to: ListenTarget(path: request.path, query: request.query),
      unlessHash: request.hash,
      as: .webSocket(path: request.path, tag: request.tag),
      // A client that is cut off connects again, and listens again.
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
