import ArgumentParser
import SystemPackage
import TaneCore
import TaneKit
import TaneProject
import TaneRendering
import TaneSeeding

/// A command that applies a saved plan.
struct ApplyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply",
    abstract: "Apply a saved plan.",
    discussion: """
      Writes nothing and lists the changes if a source file of the plan, or the environment, has \
      changed since the plan was saved. An environment whose guard is "protected" accepts an \
      approved plan without a terminal.

        tane apply plan.json
        tane apply plan.json --approve DIGEST
      """
  )

  @Argument(help: "The plan file.", completion: .file())
  var file: String

  @Option(help: ArgumentHelp("The digest of the plan, to approve it.", valueName: "digest"))
  var approve: String?

  @Flag(help: "Confirm automatically if the environment's guard is \"confirm\".")
  var yes = false

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await CommandContext.run(project) { context in
      let file = try PlanFile(reading: bytes(), named: file)
      let target = try context.environment(named: file.environment, sets: file.sets)
      target.printHeader(in: context)
      if let approve, approve != file.digest {
        throw CommandFailure(
          .refused,
          "the plan's digest is \(file.digest), not \(approve). Nothing was read or written."
        )
      }
      let interruption = Interruption("nothing was written", console: context.console)
      let operation = ApplyOperation(
        file,
        to: target,
        by: try context.mappings(),
        isConfirmed: yes,
        isApproved: approve != nil,
        CommandInteraction(context, interruption)
      )
      do {
        let applied = try await operation.run {
          try target.fixtures(otherwise: "nothing was written", context.console)
        }
        printEnd(of: file, applied, in: context)
      } catch {
        throw CommandFailure(error).ended(by: interruption)
      }
      return .clean
    }
  }

  private func printEnd(of file: PlanFile, _ applied: Plan, in context: CommandContext) {
    let console = context.console
    guard !context.isJSON else {
      return console.printJSON(
        .map([
          ("environment", .string(file.environment)), ("applied", .bool(!applied.isEmpty)),
          ("digest", .string(file.digest)), ("summary", .string(file.summary)),
        ])
      )
    }
    console.print(
      applied.isEmpty
        ? "Nothing to do: the plan is already applied."
        : "\(console.style.green("Applied".localized)) the plan to \(file.environment) and verified it."
          + SeedReport.unverifiedSentence(of: applied.counts.writtenUncheckedCount)
    )
  }

  private func bytes() throws -> [UInt8] {
    do {
      if let bytes = try DiskFiles().bytes(of: FilePath(file)) { return bytes }
    } catch {
      throw CommandFailure(.failed, "cannot read \(file): \(error)")
    }
    throw CommandFailure(.failed, "cannot read \(file): no such file")
  }
}
