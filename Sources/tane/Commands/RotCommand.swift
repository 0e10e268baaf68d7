import ArgumentParser
import TaneCore
import TaneKit
import TaneProject
import TaneRendering

struct RotCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rot",
    abstract: "List fixture dates that will have passed by a given date.",
    discussion: """
      Dates relative to the time of a run, such as !now +3d, never pass and are not listed. Exits \
      with 1 if any date is listed.

        tane rot --until 2027-01-01
      """
  )

  @Option(help: ArgumentHelp("The time, such as 2027-01-01 or +3mo.", valueName: "time"))
  var until: String

  @OptionGroup var environment: EnvironmentOptions

  @OptionGroup var sets: FixtureSetOptions

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await CommandContext.run(project) { context in
      let end = try anchor(until)
      let target = try context.environment(of: environment, sets: sets.names)
      target.printHeader(in: context)
      let fixtures = try target.at(.now)
        .fixtures(otherwise: "nothing was listed", context.console)
      // Relative dates change if the fixtures are loaded with a different reference time.
      let later = target.at(end).loadFixtures(context.console)
      let dates = RottingDates(in: fixtures, besides: later, until: end).dates
        .filter { $0.renewed == nil }
      context.isJSON ? printJSON(dates, context) : printText(dates, end, context)
      return dates.isEmpty ? .clean : .found
    }
  }

  private func anchor(_ text: String) throws -> FixtureAnchor {
    do {
      return try FixtureAnchor(parsing: text)
    } catch {
      throw CommandFailure(.usage, "--until: \(error)")
    }
  }

  private func printText(
    _ dates: [RottingDates.Entry],
    _ end: FixtureAnchor,
    _ context: CommandContext
  ) {
    let console = context.console
    let widths = [\RottingDates.Entry.text, \.place].map { path in
      min(dates.map { DisplayWidth.of($0[keyPath: path]) }.max() ?? 0, 80)
    }
    for entry in dates {
      let text = DisplayWidth.padded(entry.text, to: widths[0])
      let place = DisplayWidth.padded(entry.place, to: widths[1])
      console.print("\(text)  \(place)  \(console.style.dim(entry.origin))", isData: true)
    }
    if !dates.isEmpty { console.print() }
    console.print("\(counted(dates.count, "date")) in the fixtures will have passed by \(end).")
  }

  private func printJSON(_ dates: [RottingDates.Entry], _ context: CommandContext) {
    let entries = dates.map { entry in
      TreeLiteral.map(
        [("address", .string(entry.place)), ("date", .string(entry.text))]
          + PositionJSON.entries(entry.position)
      )
    }
    context.console.printJSON(["dates": .list(entries)])
  }
}
