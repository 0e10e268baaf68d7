public import HTTPTypes
import TaneCore

extension DatabaseEmulator: WebSocketService {
  /// Returns true for the address of the WebSocket protocol, `/.ws`.
  public func acceptsWebSocket(at target: RequestTarget) -> Bool {
    target.segments == [".ws"]
  }

  /// Begins a conversation about the database that the address names, and greets the client.
  public func openWebSocket(for head: HTTPRequest) async -> any WebSocketConversation {
    let target = RequestTarget(head.path ?? "/")
    do {
      let namespace = try namespaces.namespace(target["ns"])
      let conversation = DatabaseConversation(namespace, settings: settings)
      // Clients keep to this name from now on.
      await conversation.greet(host: head.authority ?? "localhost")
      return conversation
    } catch {
      return RefusedConversation(ServerMessage.control("s", error.message))
    }
  }
}

/// A conversation that ends with its first words.
struct RefusedConversation: WebSocketConversation {
  let outgoing = MessageQueue()

  init(_ message: [UInt8]) {
    outgoing.answer(message)
    outgoing.finish()
  }

  func frames(of message: [UInt8]) -> [[UInt8]] { MessageFrames.frames(of: message) }

  func receive(_ text: [UInt8]) async {}

  func close() async {}
}
