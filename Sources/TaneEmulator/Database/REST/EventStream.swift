import HTTPTypes
import TaneCore

/// Answers that go on: server-sent events about a node.
enum EventStream {
  /// An answer that tells what is at a target, and then what becomes of it.
  static func response(
    to target: ListenTarget,
    of namespace: DatabaseNamespace,
    isExport: Bool,
    settings: DatabaseEmulator.Settings
  ) async throws(DatabaseProblem) -> EmulatorResponse {
    // Held by nobody but the answer: where the answer goes, the listener ends.
    let queue = MessageQueue(capacity: settings.queuedBytes)
    let listener = try await namespace.listen(
      to: target,
      as: .eventStream(isExport: isExport),
      revoked: { [weak queue] reason in
        queue?.answer(EventStreamText.cancel(reason))
        queue?.finish()
      },
      first: { [weak queue] bytes in
        if let bytes { queue?.answer(bytes) }
      },
      send: { [weak queue] in queue?.add($0) }
    )
    let signs = Task { [weak queue] in
      while !Task.isCancelled {
        try await Task.sleep(for: settings.keepAlive)
        queue?.add(EventStreamText.keepAlive)
      }
    }
    queue.whenFinished {
      signs.cancel()
      Task { await namespace.stopListening(listener) }
    }
    return EmulatorResponse(
      .ok,
      headerFields: [.contentType: "text/event-stream; charset=utf-8"],
      body: .stream(queue)
    )
  }
}
