package import HTTPTypes

/// A service that also supports WebSocket.
package protocol WebSocketService: Sendable {
  /// Returns true if the service accepts WebSocket connections at an address.
  func acceptsWebSocket(at target: RequestTarget) -> Bool

  /// Opens a conversation with a client whose request has been accepted.
  func openWebSocket(for head: HTTPRequest) async -> any WebSocketConversation
}

/// The service's side of one WebSocket connection.
package protocol WebSocketConversation: Sendable {
  /// The messages to the client, in order. The end of the queue ends the conversation.
  var outgoing: MessageQueue { get }

  /// Splits a message into text frames.
  func frames(of message: [UInt8]) -> [[UInt8]]

  /// Receives the text of one message; the next message arrives after this method returns.
  func receive(_ text: [UInt8]) async

  /// Ends the conversation after the client has disconnected.
  func close() async
}
