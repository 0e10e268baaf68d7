import ArgumentParser
import TaneCore
import TaneKit
import TaneProject
import TaneRendering

/// A command that diagnoses problems with the machine and the project.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Diagnose the setup: project, credentials, emulators, tools.",
    discussion: """
      Checks the machine, the project, its profiles, fixtures and mappings, the credentials, the \
      emulators in profiles and the Swift source reader, and suggests fixes. Nothing is \
      written, and no Firebase service is contacted: tane env check does that.

      With --store, reads everything in an environment's embedded stores instead, and verifies the \
      checksums of objects. --repair copies the file, removes damaged data and seeds it again from \
      the fixtures.

        tane doctor
        tane doctor --store -e local
      """
  )

  @Flag(help: "Check the embedded stores of an environment.")
  var store = false

  @Flag(help: "With --store: remove damaged data, and seed it again from the fixtures.")
  var repair = false

  @Flag(
    help:
      "With --repair: confirm automatically if the environment's guard is \"confirm\"."
  )
  var yes = false

  @OptionGroup var environment: EnvironmentOptions

  @OptionGroup var project: ProjectOptions

  func validate() throws {
    guard !repair || store else { throw ValidationError("--repair requires --store") }
  }

  func run() async throws {
    try await CommandContext.run(project) { context in
      guard store else { return try await diagnose(in: context) }
      return try await StoreDoctor(
        target: try context.environment(of: environment),
        repairs: repair,
        isConfirmed: yes,
        context: context
      ).run()
    }
  }

  private func diagnose(in context: CommandContext) async throws -> ExitStatus {
    let operation = DoctorOperation(version: Tane.versionNumber, variables: context.variables)
    let items: [DoctorOperation.Item]
    do {
      items = await operation.run(
        in: try context.profiles(),
        openedBy: try context.environments
      )
    } catch {
      items = operation.run(withoutProject: CommandFailure(error).message)
    }
    show(items, in: context)
    return items.contains { $0.advice != nil } ? .found : .clean
  }

  private func show(_ items: [DoctorOperation.Item], in context: CommandContext) {
    guard !context.isJSON else {
      return context.console.printJSON([
        "items": .list(
          items.map {
            [
              "name": .string($0.name), "found": .string($0.text),
              "advice": $0.advice.map { .string($0) } ?? .null,
            ]
          }
        )
      ])
    }
    let style = context.console.style
    let names = items.map(\.name.localized)
    let width = names.map { DisplayWidth.of($0) }.max() ?? 0
    for (item, name) in zip(items, names) {
      let name = DisplayWidth.padded(name, to: width)
      let symbol = item.advice == nil ? "=" : style.yellow("!")
      context.console.print(
        "\(symbol) \(name)  \(item.text.localized)",
        indent: width + 4,
        isData: true
      )
      if let advice = item.advice { context.console.print("  \(advice)", indent: 2) }
    }
  }
}
