public import HTTPTypes

/// A service that speaks WebSocket as well.
public protocol WebSocketService: Sendable {
  /// Returns true if the service accepts WebSocket connections at an address.
  func acceptsWebSocket(at target: RequestTarget) -> Bool

  /// Begins a conversation with a client whose request has been accepted.
  func openWebSocket(for head: HTTPRequest) async -> any WebSocketConversation
}

/// A service's side of one WebSocket.
public protocol WebSocketConversation: Sendable {
  /// The messages for the client, in order. Where it ends, the service wants no more.
  var outgoing: MessageQueue { get }

  /// The text frames that carry a message.
  func frames(of message: [UInt8]) -> [[UInt8]]

  /// Takes the text of one message of the client; it takes the next one when this returns.
  func receive(_ text: [UInt8]) async

  /// Ends the conversation; the client has gone.
  func close() async
}
