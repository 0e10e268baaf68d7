/// The guarantee of a database for an update with expected values.
public enum UpdateGuarantee: String, Sendable, Hashable {
  /// The expected values are checked and the writes applied in one step: no concurrent write is
  /// overwritten.
  case checked
  /// The writes are applied in one step after reading the expected values: a concurrent write in
  /// between is overwritten.
  case together
  /// The writes are applied in several steps, after reading the expected values.
  case inParts
}
