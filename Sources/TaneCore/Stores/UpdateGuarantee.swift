/// What a database promises of an update whose writes expect values.
public enum UpdateGuarantee: String, Sendable, Hashable {
  /// It is checked and made in one step: nothing that somebody else writes is overwritten.
  case checked
  /// It is made in one step, right after what its writes expect was read: what somebody else writes to the
  /// same values between the two is overwritten.
  case together
  /// It is made in several steps, after what its writes expect was read.
  case inParts
}
