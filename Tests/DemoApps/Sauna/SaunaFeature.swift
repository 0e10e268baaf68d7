public import DemoModels

/// What becomes of the screen of a sauna: state and action in, state and effect out.
public enum SaunaFeature {
  /// What the screen shows.
  public struct State: Sendable {
    /// The identifier of the sauna.
    public let saunaID: String
    /// What the sauna is like; `requesting` until that is known, `none` where nobody listens.
    public internal(set) var current = RequestState<SaunaCurrentStates>.none

    /// Creates the state in which nobody listens.
    public init(saunaID: String) {
      self.saunaID = saunaID
    }

    /// The temperature in degrees Celsius, where it is known.
    public var temperature: Double? { current.value?.temperature }
  }

  /// What happens.
  public enum Action: Sendable {
    /// The screen has appeared.
    case appeared
    /// The screen has gone.
    case disappeared
    /// The sauna has told what it is like.
    case received(SaunaCurrentStates)
    /// The sauna can tell no more.
    case failed(any Error)
  }

  /// What is to be done.
  public enum Effect: Hashable, Sendable {
    /// Nothing.
    case none
    /// To listen to a sauna.
    case listen(saunaID: String)
    /// To stop listening.
    case stopListening
  }

  /// Makes of a state what it is after an action.
  ///
  /// - Returns: What is to be done.
  public static func reduce(into state: inout State, _ action: Action) -> Effect {
    switch action {
    case .appeared:
      state.current = .requesting
      return .listen(saunaID: state.saunaID)
    case .disappeared:
      state.current = .none
      return .stopListening
    case .received(let states): state.current = .success(states)
    case .failed(let error): state.current = .error(error)
    }
    return .none
  }
}
