/// The limits for requests from a client.
public struct ServerLimits: Sendable {
  /// The most bytes of a request's body.
  public var bodyBytes: Int
  /// The most bytes of a message over WebSocket.
  public var messageBytes: Int
  /// The most bytes of a message over gRPC.
  public var grpcMessageBytes: Int
  /// The most calls of a connection over gRPC at once.
  public var grpcStreams: Int
  /// The time after which a client that is waited for, and sends or takes nothing, counts as gone.
  public var idleTime: Duration
  /// The time after which a silent client of a WebSocket is sent a ping; after two without an answer
  /// it counts as gone.
  public var pingInterval: Duration
  /// The time that a client has to close a connection that the server has ended.
  public var lingerTime: Duration
  /// The time that requests under way have when the server ends.
  public var grace: Duration

  /// Creates limits: bodies of 256 MiB, messages of 20 MiB, over gRPC of 10 MiB and 2,000 calls at once, 300
  /// seconds of silence, pings every 100 seconds, 5 seconds to close and to end.
  ///
  /// The Realtime Database takes writes of 256 MB over REST
  /// (<https://firebase.google.com/docs/database/usage/limits>).
  public init(
    bodyBytes: Int = 256 * 1024 * 1024,
    messageBytes: Int = 20 * 1024 * 1024,
    grpcMessageBytes: Int = 10 * 1024 * 1024,
    grpcStreams: Int = 2000,
    idleTime: Duration = .seconds(300),
    pingInterval: Duration = .seconds(100),
    lingerTime: Duration = .seconds(5),
    grace: Duration = .seconds(5)
  ) {
    self.bodyBytes = bodyBytes
    self.messageBytes = messageBytes
    self.grpcMessageBytes = grpcMessageBytes
    self.grpcStreams = grpcStreams
    self.idleTime = idleTime
    self.pingInterval = pingInterval
    self.lingerTime = lingerTime
    self.grace = grace
  }
}
