/// A change that a plan does not make, because somebody else wrote what it would replace.
public struct WithheldChange: Sendable {
  /// Why it is not made.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// The fixtures are as at the last seed, and the environment was changed since.
    case editedByHand
    /// Both the fixtures and the environment were changed since the last seed.
    case conflict
    /// It is not known who wrote what the environment holds.
    case unknownOrigin
  }

  /// Where it would be made.
  public let address: Address
  /// What the fixtures ask for.
  public let change: Change
  /// Why it is not made.
  public let reason: Reason

  /// Whether somebody has to decide between the environment and the fixtures.
  public var needsDecision: Bool { reason != .editedByHand }
}
