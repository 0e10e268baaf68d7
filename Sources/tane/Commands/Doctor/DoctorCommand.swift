import ArgumentParser
import TaneKit

/// Diagnoses problems of the machine and the project.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Diagnose the setup: project, credentials, emulators, tools.",
    discussion: """
      Looks at the machine, the project, its profiles, fixtures and mappings, at credentials, at the emulators that \
      profiles name and at the reader of Swift sources, and says what to do. Nothing is written, and no service of \
      Firebase is asked: tane env check does that.

      --store reads everything in the embedded stores of an environment instead, and compares objects with their \
      checksums. --repair removes what is damaged, after a copy of the file, and seeds it from the fixtures.

        tane doctor
        tane doctor --store -e local
      """
  )

  @Flag(help: "Check the embedded stores of an environment.")
  var store = false

  @Flag(help: "With --store: remove what is damaged, and seed it from the fixtures.")
  var repair = false

  @Flag(
    help:
      "With --repair: answer the question of an environment whose guard is \"confirm\" with yes."
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
