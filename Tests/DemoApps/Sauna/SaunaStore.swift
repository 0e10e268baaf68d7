import AsyncAlgorithms

/// A store that holds the state of the sauna screen, receives actions and runs their effects.
@MainActor
public final class SaunaStore {
  /// The state of the screen.
  @Broadcast public private(set) var state: SaunaFeature.State
  private let client: SaunaClient
  private var listening: Task<Void, Never>?

  /// Creates the store.
  public init(_ state: SaunaFeature.State, client: SaunaClient) {
    _state = Broadcast(wrappedValue: state)
    self.client = client
  }

  deinit { listening?.cancel() }

  /// A stream of the temperature in degrees Celsius as text, now and after every change.
  public var temperatures: some AsyncSequence<String, Never> & Sendable {
    $state.compactMap(\.temperature).removeDuplicates()
  }

  /// Handles an action.
  public func send(_ action: SaunaFeature.Action) {
    switch SaunaFeature.reduce(into: &state, action) {
    case .none: break
    case .stopListening: listening?.cancel()
    case .listen(let saunaID): listen(to: saunaID)
    }
  }

  private func listen(to saunaID: String) {
    listening?.cancel()
    listening = Task { [weak self, client] in
      do {
        for try await states in client.listen(saunaID) {
          // Values received after the last `disappeared` are not shown.
          if Task.isCancelled { return }
          self?.send(.received(states))
        }
      } catch {
        if !Task.isCancelled { self?.send(.failed(error)) }
      }
    }
  }
}
