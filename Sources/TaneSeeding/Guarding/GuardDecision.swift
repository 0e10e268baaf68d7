public import TaneProject

/// What a guard asks before an environment is written.
public enum GuardDecision: Sendable, Hashable {
  /// Nothing: go on.
  case proceed
  /// A yes.
  case askYesOrNo
  /// The environment's name, typed.
  case askName
  /// It does not allow it, for this reason.
  case refuse(String)

  /// Decides as a profile's guard says.
  ///
  /// - Parameters:
  ///   - profile: The environment that would be written.
  ///   - isInteractive: Whether a person sits at a terminal and can answer.
  ///   - assumesYes: Whether `--yes` was given; it has no effect on a protected environment.
  public init(for profile: EnvironmentProfile, isInteractive: Bool, assumesYes: Bool) {
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
          "\(profile.name) requires confirmation and this is not a terminal. Pass --yes to confirm"
        )
    case .protected:
      self =
        isInteractive
        ? .askName
        : .refuse(
          "\(profile.name) is protected: confirm by typing its name on a terminal"
            + (assumesYes ? ". --yes has no effect here" : "")
        )
    }
  }
}
