import ArgumentParser
import TaneProject

/// The option that says which time relative dates of fixtures follow from.
struct AnchorOptions: ParsableArguments {
  @Option(
    name: .customLong("at"),
    help: ArgumentHelp(
      "The time that relative dates of fixtures follow from, such as now, 2026-04-01 or \"next friday 18:00"
        + " Asia/Tokyo\" (default: that of the environment's last seed, else now).",
      valueName: "time"
    )
  )
  var time: String?

  /// The time; nil where the option is not given.
  ///
  /// - Throws: A `CommandFailure` for a text that means no time.
  func anchor() throws -> FixtureAnchor? {
    guard let time else { return nil }
    do {
      return try FixtureAnchor(parsing: time)
    } catch {
      throw CommandFailure(.usage, "--at: \(error)")
    }
  }
}
