import ArgumentParser
import TaneKit

/// Diagnoses problems of the machine and the project.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Diagnose the setup: project, credentials, emulators, tools.",
    discussion: """
      Checks the machine, the project, its profiles, fixtures and mappings, the credentials, the \
      emulators that profiles name and the reader of Swift sources, and says what to do. Nothing \
      is written, and no Firebase service is contacted: tane env check does that.

      --store instead reads everything in the embedded stores of an environment, and compares \
      objects with their checksums. --repair makes a copy of the file, removes damaged data, and \
      seeds them from the fixtures.

        tane doctor
        tane doctor --store -e local
      """
  )

  @Flag(help: "Check the embedded stores of an environment.")
  var store = false

  @Flag(help: "With --store: remove damaged data, and seed them from the fixtures.")
  var repair = false

  @Flag(
    help:
      "With --repair: confirm automatically if the environment's guard is \"confirm\"."
  )
  var yes = false

  @OptionGroup var environment: EnvironmentOptions

  @OptionGroup var project: ProjectOptions

  func validate() throws {
    guard !repair || store else { throw ValidationError("--repair needs --store") }
  }

  func run() async throws {
    try await CommandContext.run(project) { context in
      guard store else { return try await Doctor(context: context).run() }
      return try await StoreDoctor(
        target: try context.environment(of: environment),
        repairs: repair,
        isConfirmed: yes,
        context: context
      ).run()
    }
  }
}
