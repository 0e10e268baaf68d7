import Synchronization

/// The observers that were given functions to call, by their handles.
final class Observers<Place: Sendable>: Sendable {
  private struct State {
    var lastHandle: UInt = 0
    var tasks: [UInt: (place: Place, task: Task<Void, Never>)] = [:]
  }

  private let state = Mutex(State())

  /// Calls a block with every element of a stream, until the handle is removed.
  ///
  /// - Parameters:
  ///   - stream: What is observed.
  ///   - place: What the observer belongs to.
  ///   - block: What is called with every element, one after another.
  ///   - cancel: What is called with the error that ends the stream, if one does; without it the error is
  ///     written to standard error.
  /// - Returns: The handle by which the observer is removed.
  func add<Element: Sendable>(
    _ stream: AsyncThrowingStream<Element, any Error>,
    at place: Place,
    with block: MainQueueBlock<Element, Void>,
    withCancel cancel: MainQueueBlock<any Error, Void>?
  ) -> UInt {
    // On the main queue, where apps remove their observers: a removed one is not called any more.
    let task = Task { @MainActor in
      do {
        for try await element in stream {
          if Task.isCancelled { return }
          block(element)
        }
      } catch {
        if let cancel { cancel(error) } else { UnheardError.report(error) }
      }
    }
    return state.withLock { state in
      state.lastHandle += 1
      state.tasks[state.lastHandle] = (place, task)
      return state.lastHandle
    }
  }

  /// Ends the observer of a handle; another handle is none.
  func remove(_ handle: UInt) {
    state.withLock { $0.tasks.removeValue(forKey: handle) }?.task.cancel()
  }

  /// Ends the observers of all places that are meant.
  func removeAll(where isMeant: (Place) -> Bool) {
    let tasks = state.withLock { state in
      let handles = state.tasks.filter { isMeant($0.value.place) }.map(\.key)
      return handles.compactMap { state.tasks.removeValue(forKey: $0)?.task }
    }
    tasks.forEach { $0.cancel() }
  }
}
