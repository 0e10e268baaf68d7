import TaneServices

/// A service that also supports gRPC.
///
/// See <https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md>.
package protocol GRPCService: Sendable {
  /// Returns true if calls of a method, such as `google.firestore.v1.Firestore/Listen`, last until
  /// the client disconnects.
  func isEndless(_ method: String) -> Bool

  /// Responds to a call. A thrown error becomes the status of the call.
  func answer(_ call: GRPCCall) async throws
}

/// A tracker for the calls that a server shutdown waits for.
protocol CallTracker: Sendable {
  /// Records the start of an operation that a shutdown waits for.
  func begin()
  /// Records the end of an operation that a shutdown waits for.
  func end()
}

/// A call of a gRPC method.
package struct GRPCCall: Sendable {
  /// The method with its service, such as `google.firestore.v1.Firestore/Commit`.
  package let method: String
  /// The client's messages; the queue ends when the client has finished sending.
  package let requests: MessageQueue
  private let activity: (any CallTracker)?
  /// The call's reservation in the response budget of its connection.
  let reservation: ResponseBudget.Reservation?
  private let write: @Sendable ([UInt8]) async throws -> Void

  init(
    method: String,
    requests: MessageQueue,
    activity: (any CallTracker)? = nil,
    reservation: ResponseBudget.Reservation? = nil,
    write: @escaping @Sendable ([UInt8]) async throws -> Void
  ) {
    self.method = method
    self.requests = requests
    self.activity = activity
    self.reservation = reservation
    self.write = write
  }

  /// Runs a section of an endless call; a server shutdown waits until the section is complete.
  func delayingShutdown(_ body: () async throws -> Void) async rethrows {
    activity?.begin()
    defer { activity?.end() }
    try await body()
  }

  /// Runs a section of an endless call that sends large responses, once the connection has room.
  func withResponseReservation(_ body: () async throws -> Void) async throws {
    try await reservation?.waitForAdmission()
    defer { reservation?.leave() }
    try await body()
  }

  /// Sends messages, waiting while the client is not reading them.
  package func send(_ messages: [[UInt8]]) async throws {
    reservation?.charge(messages.reduce(0) { $0 + $1.count })
    var frames: [UInt8] = []
    for message in messages {
      frames += GRPCFrameCodec.frame(message)
      guard frames.count >= Self.chunkBytes else { continue }
      try await write(frames)
      frames = []
    }
    if !frames.isEmpty { try await write(frames) }
  }

  /// The total size, in bytes, at which collected messages are written.
  private static let chunkBytes = 64 * 1024
}
