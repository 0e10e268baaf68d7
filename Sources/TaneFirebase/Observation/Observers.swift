import Synchronization

/// The observers that call blocks, keyed by handle.
final class Observers<Place: Sendable>: Sendable {
  private struct State {
    var lastHandle: UInt = 0
    var tasks: [UInt: (place: Place, task: Task<Void, Never>)] = [:]
  }

  private let state = Mutex(State())

  /// Calls a block with every element of a stream, until the observer is removed.
  ///
  /// - Parameters:
  ///   - stream: The observed stream.
  ///   - place: The location of the observer.
  ///   - block: The block to call with every element, one after another.
  ///   - cancel: The block to call with the error if the stream fails; without it, the error is
  ///     written to standard error.
  /// - Returns: The handle that removes the observer.
  func add<Element: Sendable>(
    _ stream: AsyncThrowingStream<Element, any Error>,
    at place: Place,
    with block: MainQueueBlock<Element, Void>,
    withCancel cancel: MainQueueBlock<any Error, Void>?
  ) -> UInt {
    // The task runs on the main queue, where apps remove observers, so that a removed observer is
    // not called.
    let task = Task { @MainActor in
      do {
        for try await element in stream {
          if Task.isCancelled { return }
          block(element)
        }
      } catch {
        if let cancel { cancel(error) } else { UnhandledError.report(error) }
      }
    }
    return state.withLock { state in
      state.lastHandle += 1
      state.tasks[state.lastHandle] = (place, task)
      return state.lastHandle
    }
  }

  /// Removes the observer with the given handle; an unknown handle has no effect.
  func remove(_ handle: UInt) {
    state.withLock { $0.tasks.removeValue(forKey: handle) }?.task.cancel()
  }

  /// Removes the observers at all locations that satisfy a predicate.
  func removeAll(where shouldRemove: (Place) -> Bool) {
    let tasks = state.withLock { state in
      let handles = state.tasks.filter { shouldRemove($0.value.place) }.map(\.key)
      return handles.compactMap { state.tasks.removeValue(forKey: $0)?.task }
    }
    tasks.forEach { $0.cancel() }
  }
}
