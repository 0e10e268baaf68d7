package import TaneProject

/// A guard's decision about writing to an environment.
package enum GuardDecision: Sendable, Hashable {
  /// Proceeds without a prompt.
  case proceed
  /// Asks the user to confirm with yes or no.
  case askYesOrNo
  /// Asks the user to type the environment's name.
  case askName
  /// Refuses to write, for the given reason.
  case refuse(String)

  /// Creates the decision that a profile's guard requires.
  ///
  /// - Parameters:
  ///   - profile: The profile of the environment.
  ///   - isInteractive: True if a user at a terminal can answer.
  ///   - assumesYes: True if `--yes` was given, which has no effect on a protected environment.
  package init(for profile: EnvironmentProfile, isInteractive: Bool, assumesYes: Bool) {
    switch profile.guardLevel {
    case .open:
      self = .proceed
    case .confirm where assumesYes:
      self = .proceed
    case .confirm:
      self =
        isInteractive
        ? .askYesOrNo
        : .refuse(
          "\(profile.name) requires confirmation, but Tane is not running in a terminal. Pass "
            + "--yes to confirm"
        )
    case .protected:
      self =
        isInteractive
        ? .askName
        : .refuse(
          "\(profile.name) is protected: confirm by typing its name in a terminal, or apply an "
            + "approved plan (tane apply PLAN --approve DIGEST)"
            + (assumesYes ? ". --yes has no effect here" : "")
        )
    }
  }
}
