import ArgumentParser
import TaneCore
import TaneProject
import TaneSeeding

struct DiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show what differs between fixtures, environments and files.",
    discussion: """
      Without operands, the environment (left) against the fixtures (right). An operand is the name of \
      an environment, the word "fixtures", or a YAML or JSON file; with one operand the other side is \
      the fixtures. An operand with ":/" is an address that the comparison is limited to.

      Exits 0 when nothing differs and 1 when something does.
      """
  )

  @Argument(help: "LEFT and RIGHT: an environment, \"fixtures\" or a file; and addresses.")
  var operands: [String] = []

  @OptionGroup var environment: EnvironmentOptions

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await CommandContext.run(project) { context in
      let session = try DiffSession(
        operands: operands,
        environment: environment,
        context: context
      )
      return try await session.run()
    }
  }
}
