import HTTPTypes
import TaneCore

/// Answers that go on: server-sent events about a node.
enum EventStream {
  /// The most events that wait for a client; one that reads so slowly that more would is cut off.
  private static let capacity = 65_536

  /// An answer that tells what is at a target, and then what becomes of it.
  static func response(
    to target: ListenTarget,
    of namespace: DatabaseNamespace,
    isExport: Bool,
    keepAlive: Duration
  ) async throws(DatabaseProblem) -> EmulatorResponse {
    let (stream, continuation) = AsyncStream.makeStream(
      of: [UInt8].self,
      bufferingPolicy: .bufferingOldest(capacity)
    )
    let listener = try await namespace.listen(
      to: target,
      as: .eventStream(isExport: isExport),
      revoked: { reason in
        continuation.yield(EventStreamText.cancel(reason))
        continuation.finish()
      }
    ) { bytes in
      if case .dropped = continuation.yield(bytes) { continuation.finish() }
    }
    let signs = Task {
      while !Task.isCancelled {
        try await Task.sleep(for: keepAlive)
        continuation.yield(EventStreamText.keepAlive)
      }
    }
    continuation.onTermination = { _ in
      signs.cancel()
      Task { await namespace.stopListening(listener) }
    }
    return EmulatorResponse(
      .ok,
      headerFields: [.contentType: "text/event-stream; charset=utf-8"],
      body: .stream(stream)
    )
  }
}
