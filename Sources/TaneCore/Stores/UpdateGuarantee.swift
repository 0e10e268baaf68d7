/// A database's guarantee for updates with expected values.
public enum UpdateGuarantee: String, Sendable, Hashable {
  /// The expected values are checked and the writes applied in one step, so no concurrent write is
  /// overwritten.
  case checked
  /// The writes are applied in one step after the expected values were read, so a concurrent write
  /// in between is overwritten.
  case together
  /// The writes are applied in several steps, after the expected values were read.
  case inParts
}
