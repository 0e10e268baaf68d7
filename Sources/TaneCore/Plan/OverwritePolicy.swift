/// What a plan may replace although Tane did not write it last.
public struct OverwritePolicy: Sendable, Hashable {
  /// Whether values that were changed in the environment since Tane wrote them are made as the fixtures say,
  /// though these are the same as then.
  public var replacesEdits: Bool
  /// Whether the fixtures win where both were changed since Tane wrote.
  public var winsConflicts: Bool
  /// Whether values of which nobody knows who wrote them are made as the fixtures say.
  public var adoptsUnknown: Bool
  /// Whether extras go, where extras are removed, of which nobody knows who wrote them.
  public var prunesUnknown: Bool
  /// Whether resources that Tane wrote and that are gone are made again.
  public var restoresMissing: Bool

  /// Creates a policy; by default everything is made as the fixtures say.
  public init(
    replacesEdits: Bool = true,
    winsConflicts: Bool = true,
    adoptsUnknown: Bool = true,
    prunesUnknown: Bool = true,
    restoresMissing: Bool = true
  ) {
    self.replacesEdits = replacesEdits
    self.winsConflicts = winsConflicts
    self.adoptsUnknown = adoptsUnknown
    self.prunesUnknown = prunesUnknown
    self.restoresMissing = restoresMissing
  }
}
