import AsyncAlgorithms

/// Keeps the state of the screen of a sauna, takes its actions and does what they ask for.
@MainActor
public final class SaunaStore {
  /// What the screen shows.
  @Broadcast public private(set) var state: SaunaFeature.State
  private let client: SaunaClient
  private var listening: Task<Void, Never>?

  /// Creates the store.
  public init(_ state: SaunaFeature.State, client: SaunaClient) {
    _state = Broadcast(wrappedValue: state)
    self.client = client
  }

  deinit { listening?.cancel() }

  /// The temperature in degrees Celsius, now and whenever it is another.
  public var temperatures: some AsyncSequence<Double, Never> & Sendable {
    $state.compactMap(\.temperature).removeDuplicates()
  }

  /// Takes an action.
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
          // What comes after the last `disappeared` is not shown any more.
          if Task.isCancelled { return }
          self?.send(.received(states))
        }
      } catch {
        if !Task.isCancelled { self?.send(.failed(error)) }
      }
    }
  }
}
