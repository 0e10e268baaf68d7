/// A handle that removes a listener.
///
/// ```swift
/// registration.remove()
/// ```
public protocol ListenerRegistration: Sendable {
  /// Removes the listener.
  func remove()
}

/// A task that calls a block on the main queue with every element of a stream.
struct SnapshotListener: ListenerRegistration {
  private let task: Task<Void, Never>

  init<Snapshot: Sendable>(
    _ stream: AsyncThrowingStream<Snapshot, any Error>,
    _ listener: @escaping (Snapshot?, (any Error)?) -> Void
  ) {
    let listener = MainQueueBlock { (result: Result<Snapshot, any Error>) in
      listener(result.success, result.failure)
    }
    // The task runs on the main queue, where apps remove listeners, so that a removed listener is
    // not called.
    task = Task { @MainActor in
      do {
        for try await snapshot in stream {
          if Task.isCancelled { return }
          listener(.success(snapshot))
        }
      } catch {
        listener(.failure(error))
      }
    }
  }

  func remove() { task.cancel() }
}
