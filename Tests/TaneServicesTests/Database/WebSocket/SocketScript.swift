import HTTPTypes
import Synchronization
import TaneCore
import TaneEmulator
import TaneFormats

/// A WebSocket service that runs a script for each connection.
final class SocketScript: EmulatorService, WebSocketService {
  typealias Script = @Sendable (_ peer: SocketPeer, _ number: Int) async -> Void

  private let connections = Counter()
  private let script: Script

  /// Creates a service whose script is passed each connection with its number, beginning with 1.
  init(_ script: @escaping Script) {
    self.script = script
  }

  func respond(to request: EmulatorRequest) async -> EmulatorResponse {
    EmulatorResponse(.notFound)
  }

  func acceptsWebSocket(at target: RequestTarget) -> Bool { true }

  func openWebSocket(for head: HTTPRequest) async -> any WebSocketConversation {
    let peer = SocketPeer(target: head.path ?? "")
    let number = connections.next()
    Task { [script] in await script(peer, number) }
    return peer
  }

  /// Calls `body` with the addresses of running services, one for each script.
  static func serve(
    _ scripts: [Script],
    _ body: ([String]) async throws -> Void
  ) async throws {
    let services = scripts.map(SocketScript.init)
    let server = try await EmulatorServer.start(
      services.enumerated().map {
        EmulatorEndpoint("\($0)", $1, webSockets: $1, port: 0)
      }
    )
    let addresses = services.indices.map { server.address(of: "\($0)") ?? "" }
    do {
      try await body(addresses)
    } catch {
      await server.shutDown()
      throw error
    }
    await server.shutDown()
  }
}

/// The service's side of a connection.
final class SocketPeer: WebSocketConversation {
  /// A request of the client.
  struct Request: Sendable {
    let number: Int64
    let action: String
    let body: Tree
  }

  let target: String
  let outgoing = MessageQueue()
  /// The client's frames as they were received.
  let frames: AsyncStream<String>
  private let record: AsyncStream<String>.Continuation
  private let requests: AsyncStream<Request>
  private let inbox: AsyncStream<Request>.Continuation
  private let assembler = Mutex(MessageFrames.Assembler())

  init(target: String) {
    self.target = target
    (frames, record) = AsyncStream.makeStream()
    (requests, inbox) = AsyncStream.makeStream()
  }

  func receive(_ text: [UInt8]) async {
    record.yield(String(decoding: text, as: UTF8.self))
    guard let message = try? assembler.withLock({ try $0.take(text) }),
      let tree = JSONReader(recordsPositions: false).read(message, named: "message").tree,
      tree["t"]?.string == "d", let data = tree["d"], let number = data["r"]?.integer
    else { return }
    inbox.yield(
      Request(number: number, action: data["a"]?.string ?? "", body: data["b"] ?? .null)
    )
  }

  func close() async {
    inbox.finish()
    record.finish()
  }

  /// Sends frames to the client.
  func send(_ frames: String...) {
    for frame in frames { outgoing.answer(Array(frame.utf8)) }
  }

  /// Returns the message unchanged, because scripts send frames.
  func frames(of message: [UInt8]) -> [[UInt8]] { [message] }

  /// Greets the client and accepts its token.
  func greet() async {
    send(#"{"t":"c","d":{"t":"h","d":{"ts":1,"v":"5","h":"x","s":"1"}}}"#)
    await answer("gauth")
  }

  /// Returns the client's next request.
  func next() async -> Request? {
    for await request in requests { return request }
    return nil
  }

  /// Responds to the next request, which must have the given action.
  ///
  /// Like Firebase, it sends the value to a listener before the response; the client ignores values
  /// that arrive before the request.
  @discardableResult
  func answer(
    _ action: String,
    _ status: String = "ok",
    _ data: String = "{}",
    telling value: (path: String, data: String)? = nil
  ) async -> Tree? {
    guard let request = await next(), request.action == action else { return nil }
    if let value { push(value.path, value.data) }
    send(#"{"t":"d","d":{"r":\#(request.number),"b":{"s":"\#(status)","d":\#(data)}}}"#)
    return request.body
  }

  /// Sends a value to the client's listeners.
  func push(_ path: String, _ data: String, _ action: String = "d") {
    send(#"{"t":"d","d":{"a":"\#(action)","b":{"p":"\#(path)","d":\#(data)}}}"#)
  }

  /// Ends the connection.
  func end() { outgoing.finish() }
}
