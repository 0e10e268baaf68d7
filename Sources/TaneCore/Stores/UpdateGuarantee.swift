/// The guarantee of a database for an update with expected values.
public enum UpdateGuarantee: String, Sendable, Hashable {
  /// The expected values are checked and the writes made in one step: no concurrent write is
  /// overwritten.
  case checked
  /// The writes are made in one step after reading the expected values: a concurrent write in
  /// between is overwritten.
  case together
  /// The writes are made in several steps, after reading the expected values.
  case inParts
}
