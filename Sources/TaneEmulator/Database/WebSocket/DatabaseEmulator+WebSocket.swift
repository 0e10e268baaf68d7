package import HTTPTypes
import TaneCore

extension DatabaseEmulator: WebSocketService {
  /// Returns true if the path is `/.ws`, the path of the WebSocket protocol.
  package func acceptsWebSocket(at target: RequestTarget) -> Bool {
    target.segments == [".ws"]
  }

  /// Opens a conversation with the database in the address and sends the handshake; if the database
  /// cannot be opened, sends the error and ends the conversation.
  package func openWebSocket(for head: HTTPRequest) async -> any WebSocketConversation {
    let target = RequestTarget(head.path ?? "/")
    do {
      let namespace = try namespaces.namespace(target["ns"])
      let conversation = DatabaseConversation(namespace, of: self)
      // Clients use this host name from now on.
      await conversation.greet(host: head.authority ?? "localhost")
      return conversation
    } catch {
      return RejectedConnection(ServerMessage.control("s", error.message))
    }
  }
}

/// A conversation that ends after its first message.
struct RejectedConnection: WebSocketConversation {
  let outgoing = MessageQueue()

  init(_ message: [UInt8]) {
    outgoing.answer(message)
    outgoing.finish()
  }

  func frames(of message: [UInt8]) -> [[UInt8]] { MessageFrames.frames(of: message) }

  func receive(_ text: [UInt8]) async {}

  func close() async {}
}
