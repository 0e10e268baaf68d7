/// The conditions under which a plan overwrites values that Tane did not write last.
package struct OverwritePolicy: Sendable, Hashable {
  /// A Boolean value indicating whether live edits are overwritten even if the fixtures have not
  /// changed since the last run.
  package var overwritesEdits: Bool
  /// A Boolean value indicating whether the fixtures win conflicts: values that both sides have
  /// changed since the last run.
  package var overwritesConflicts: Bool
  /// A Boolean value indicating whether values of unknown origin are overwritten.
  package var overwritesUnknown: Bool
  /// A Boolean value indicating whether pruning also removes extras of unknown origin.
  package var prunesUnknown: Bool
  /// A Boolean value indicating whether resources that Tane wrote and that have since been removed
  /// are recreated.
  package var restoresMissing: Bool

  /// Creates a policy; by default everything is overwritten.
  package init(
    overwritesEdits: Bool = true,
    overwritesConflicts: Bool = true,
    overwritesUnknown: Bool = true,
    prunesUnknown: Bool = true,
    restoresMissing: Bool = true
  ) {
    self.overwritesEdits = overwritesEdits
    self.overwritesConflicts = overwritesConflicts
    self.overwritesUnknown = overwritesUnknown
    self.prunesUnknown = prunesUnknown
    self.restoresMissing = restoresMissing
  }
}
