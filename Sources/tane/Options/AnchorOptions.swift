import ArgumentParser
import TaneProject

/// The option that sets the reference time for relative dates in fixtures.
struct AnchorOptions: ParsableArguments {
  @Option(
    name: .customLong("at"),
    help: ArgumentHelp(
      "The base of relative dates in fixtures, such as now, 2026-04-01 or \"next friday 18:00 "
        + "Asia/Tokyo\" (default: the time of the environment's last seed, or now).",
      valueName: "time"
    )
  )
  var time: String?

  /// Returns the reference time, or nil if the option is not given.
  ///
  /// - Throws: A `CommandFailure` if the text is not a valid time.
  func anchor() throws -> FixtureAnchor? {
    guard let time else { return nil }
    do {
      return try FixtureAnchor(parsing: time)
    } catch {
      throw CommandFailure(.usage, "--at: \(error)")
    }
  }
}
