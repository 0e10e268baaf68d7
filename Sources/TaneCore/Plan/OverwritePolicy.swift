/// The conditions under which a plan overwrites values that Tane did not write last.
public struct OverwritePolicy: Sendable, Hashable {
  /// A Boolean value indicating whether live edits are overwritten although the fixtures have not
  /// changed since the last run.
  public var replacesEdits: Bool
  /// A Boolean value indicating whether the fixtures win where both sides have changed since the
  /// last run.
  public var winsConflicts: Bool
  /// A Boolean value indicating whether values of unknown origin are overwritten.
  public var adoptsUnknown: Bool
  /// A Boolean value indicating whether pruning also removes extras of unknown origin.
  public var prunesUnknown: Bool
  /// A Boolean value indicating whether resources that Tane wrote and that were removed are created
  /// again.
  public var restoresMissing: Bool

  /// Creates a policy; by default everything is overwritten.
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
