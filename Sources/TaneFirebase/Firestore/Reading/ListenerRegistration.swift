/// What a listener is removed by.
///
/// ```swift
/// registration.remove()
/// ```
public protocol ListenerRegistration: Sendable {
  /// Ends the listening.
  func remove()
}

/// A task that calls a function with every element of a stream.
struct SnapshotListener: ListenerRegistration {
  private let task: Task<Void, Never>

  init<Snapshot: Sendable>(
    _ stream: AsyncThrowingStream<Snapshot, any Error>,
    _ listener: @escaping @Sendable (Snapshot?, (any Error)?) -> Void
  ) {
    task = Task {
      do {
        for try await snapshot in stream {
          if Task.isCancelled { return }
          listener(snapshot, nil)
        }
      } catch {
        listener(nil, error)
      }
    }
  }

  func remove() { task.cancel() }
}
