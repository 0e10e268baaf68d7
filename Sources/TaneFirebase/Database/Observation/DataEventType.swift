/// A kind of change to observed data.
public enum DataEventType: Int, Sendable, Hashable, CaseIterable {
  /// A child was added; also sent for each initial child.
  case childAdded
  /// A child was removed.
  case childRemoved
  /// A child was changed.
  case childChanged
  /// A child's sort value was changed.
  case childMoved
  /// Any data was changed; also sent for the initial value.
  case value
}
