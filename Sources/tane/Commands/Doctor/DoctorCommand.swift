import ArgumentParser

/// Looks at the machine and the project, and says what stands in the way.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract:
      "Say what is there and what stands in the way: project, profiles, credentials, emulators, reader.",
    discussion: """
      Looks at the machine, the project, its profiles, fixtures and mappings, at credentials, at the emulators that \
      profiles name and at the reader of Swift sources, and says what to do. Nothing is written, and no service of \
      Firebase is asked: tane env check does that.

        tane doctor
      """
  )

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await CommandContext.run(project) { try await Doctor(context: $0).run() }
  }
}
