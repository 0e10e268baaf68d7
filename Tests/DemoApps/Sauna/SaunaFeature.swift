public import DemoModels

/// The logic of the sauna screen: a reducer from state and action to state and effect.
public enum SaunaFeature {
  /// The state of the screen.
  public struct State: Sendable {
    /// The identifier of the sauna.
    public let saunaID: String
    /// The current state of the sauna: `requesting` until it is received, `none` without a
    /// listener.
    public internal(set) var current = RequestState<SaunaCurrentStates>.none
    let isListenerEnabled: Bool

    /// Creates the state without a listener.
    public init(saunaID: String, flags: AppFlags = .defaults) {
      self.saunaID = saunaID
      isListenerEnabled = flags.isSaunaListenerEnabled
    }

    /// The temperature in degrees Celsius as text, if known.
    public var temperature: String? { current.value?.temperature }
  }

  /// An event of the screen or the sauna.
  public enum Action: Sendable {
    /// The screen has appeared.
    case appeared
    /// The screen has disappeared.
    case disappeared
    /// The sauna's state was received.
    case received(SaunaCurrentStates)
    /// The listener failed.
    case failed(any Error)
  }

  /// An effect of an action.
  public enum Effect: Hashable, Sendable {
    /// No effect.
    case none
    /// Starts listening to a sauna.
    case listen(saunaID: String)
    /// Stops listening.
    case stopListening
  }

  /// Updates a state for an action.
  ///
  /// - Returns: The effect.
  public static func reduce(into state: inout State, _ action: Action) -> Effect {
    switch action {
    case .appeared:
      guard state.isListenerEnabled else { return .none }
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
