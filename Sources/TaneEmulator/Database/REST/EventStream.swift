import HTTPTypes

/// Responses that stream server-sent events about a node.
enum EventStream {
  /// Creates a response that sends the data of a target and then its changes.
  static func response(
    to target: ListenTarget,
    of namespace: DatabaseNamespace,
    isExport: Bool,
    settings: DatabaseEmulator.Settings,
    evaluator: DatabaseRulesEvaluator?
  ) async throws(DatabaseFailure) -> EmulatorResponse {
    // Only the response keeps the queue alive: when the response ends, so does the listener.
    let queue = MessageQueue(capacity: settings.queuedBytes)
    let listener = try await namespace.listen(
      to: target,
      checkedBy: evaluator,
      as: .eventStream(isExport: isExport),
      revoked: { [weak queue] reason in
        queue?.answer(EventStreamText.cancelEvent(reason: reason))
        queue?.finish()
      },
      first: { [weak queue] bytes in
        if let bytes { queue?.answer(bytes) }
      },
      send: { [weak queue] in queue?.add($0) }
    )
    let keepAlives = Task { [weak queue] in
      while !Task.isCancelled {
        try await Task.sleep(for: settings.keepAlive)
        queue?.add(EventStreamText.keepAlive)
      }
    }
    queue.whenFinished {
      keepAlives.cancel()
      Task { await namespace.stopListening(listener) }
    }
    return EmulatorResponse(
      .ok,
      headerFields: [.contentType: "text/event-stream; charset=utf-8"],
      body: .stream(queue)
    )
  }
}
