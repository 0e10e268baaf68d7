/// A change withheld because it would replace a value that Tane did not write last.
public struct WithheldChange: Sendable {
  /// The reason for withholding a change.
  public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// The environment has changed since the last run, but the fixtures have not.
    case editedByHand
    /// Both the fixtures and the environment have changed since the last run.
    case conflict
    /// The origin of the environment's value is unknown.
    case unknownOrigin
  }

  /// The address of the withheld change.
  public let address: Address
  /// The change that the fixtures require.
  public let change: Change
  /// The reason the change is withheld.
  public let reason: Reason
  /// The difference of the object that the change replaces, or nil outside buckets; the change
  /// itself does not contain the object's bytes.
  package let object: ResourceDifference?

  /// A Boolean value indicating whether the user has to choose between the environment and the
  /// fixtures.
  package var needsDecision: Bool { reason != .editedByHand }
}
