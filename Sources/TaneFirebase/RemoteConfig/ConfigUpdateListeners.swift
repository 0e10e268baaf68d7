import Synchronization

/// The update listeners of a `RemoteConfig`, which share one polling task.
final class ConfigUpdateListeners: Sendable {
  typealias Listener = MainQueueBlock<Result<RemoteConfigUpdate, any Error>, Void>
  typealias Updates = AsyncThrowingStream<RemoteConfigUpdate, any Error>

  private struct State {
    var lastHandle = 0
    var listeners: [Int: Listener] = [:]
    var observation: Task<Void, Never>?
  }

  private let state = Mutex(State())

  /// Adds a listener; the first listener starts the observation of templates.
  func add(
    _ listener: Listener,
    listeningTo updates: @escaping @Sendable () -> Updates
  ) -> ConfigUpdateListenerRegistration {
    let handle = state.withLock { state in
      state.lastHandle += 1
      state.listeners[state.lastHandle] = listener
      // The task runs on the main queue, where apps remove listeners, so that a removed listener is
      // not called.
      state.observation = state.observation ?? Task { @MainActor in await self.observe(updates()) }
      return state.lastHandle
    }
    return ConfigUpdateListenerRegistration { self.remove(handle) }
  }

  private func remove(_ handle: Int) {
    let observation = state.withLock { state -> Task<Void, Never>? in
      state.listeners[handle] = nil
      guard state.listeners.isEmpty else { return nil }
      defer { state.observation = nil }
      return state.observation
    }
    observation?.cancel()
  }

  @MainActor
  private func observe(_ updates: Updates) async {
    do {
      for try await update in updates {
        if Task.isCancelled { return }
        notify(.success(update))
      }
    } catch {
      if Task.isCancelled { return }
      state.withLock { $0.observation = nil }
      notify(.failure(error))
    }
  }

  @MainActor
  private func notify(_ update: Result<RemoteConfigUpdate, any Error>) {
    for handle in state.withLock({ $0.listeners.keys.sorted() }) {
      state.withLock { $0.listeners[handle] }?(update)
    }
  }
}

/// A handle that removes a listener for published templates.
public final class ConfigUpdateListenerRegistration: Sendable {
  private let removal: @Sendable () -> Void

  init(_ removal: @escaping @Sendable () -> Void) { self.removal = removal }

  /// Removes the listener; further calls have no effect.
  public func remove() { removal() }
}
