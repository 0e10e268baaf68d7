/// The limits for clients.
package struct ServerLimits: Sendable {
  /// The maximum size of a request's body, in bytes.
  package var bodyBytes: Int
  /// The maximum size of a WebSocket message, in bytes.
  package var messageBytes: Int
  /// The maximum size of a gRPC message, in bytes.
  package var grpcMessageBytes: Int
  /// The maximum number of concurrent gRPC calls on a connection.
  package var grpcStreams: Int
  /// The time after which a client is disconnected if it does not send or read data when expected
  /// to.
  package var idleTime: Duration
  /// The time after which a silent WebSocket client receives a ping; after two unanswered pings it
  /// is disconnected.
  package var pingInterval: Duration
  /// The maximum time for a client to close a connection that the server has ended.
  package var lingerTime: Duration
  /// The maximum time for current requests to complete when the server shuts down.
  package var grace: Duration

  /// Creates limits.
  ///
  /// The defaults are 256 MiB for bodies, 20 MiB for messages, 10 MiB for gRPC messages, 2,000
  /// concurrent gRPC calls, an idle time of 300 seconds, a ping every 100 seconds, and 5 seconds to
  /// close and to shut down.
  ///
  /// The Realtime Database accepts writes of 256 MB over REST
  /// (<https://firebase.google.com/docs/database/usage/limits>).
  package init(
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
