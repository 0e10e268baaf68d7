import ArgumentParser
import TaneCore
import TaneProject

/// What a seed does where somebody else wrote to the environment.
struct OverwriteOptions: ParsableArguments {
  /// Who decides where the environment was changed since the last seed.
  enum Choice: String, ExpressibleByArgument, CaseIterable {
    /// The environment's value stays.
    case keep
    /// The fixture's value is written, also over edits that the fixtures do not touch.
    case take
    /// A person is asked; off a terminal it is as `keep`.
    case ask
  }

  @Option(
    help:
      "Where the environment was changed since the last seed: keep its value, take the fixture's, or ask."
  )
  var onConflict = Choice.ask

  @Flag(help: "Write the fixtures' values over those of which it is not known who wrote them.")
  var adoptExisting = false

  /// Whether a person may be asked.
  var asks: Bool { onConflict == .ask }

  /// What a plan may replace in an environment.
  ///
  /// In an open one, whatever is of unknown origin, and resources that are gone: its stores come and go. Of an
  /// emulator nobody expects anything to stay, unless the profile says where its state is kept.
  func policy(for profile: EnvironmentProfile) -> OverwritePolicy {
    let isOpen = profile.guardLevel == .open
    let isEmulated =
      profile.state == nil && profile.services.allSatisfy(\.location.isEmulator)
    return OverwritePolicy(
      replacesEdits: onConflict == .take,
      winsConflicts: onConflict == .take,
      adoptsUnknown: isOpen || isEmulated || adoptExisting || onConflict == .take,
      prunesUnknown: isOpen || isEmulated,
      restoresMissing: isOpen
    )
  }
}
