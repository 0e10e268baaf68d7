/// A kind of change to observed data.
public enum DataEventType: Int, Sendable, Hashable, CaseIterable {
  /// A child is there that was not, those at the beginning included.
  case childAdded
  /// A child is gone.
  case childRemoved
  /// A child is another than it was.
  case childChanged
  /// A child has another value in what the query orders by.
  case childMoved
  /// Anything is other than it was; the value at the beginning included.
  case value
}
