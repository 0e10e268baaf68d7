import ArgumentParser
import TaneCore
import TaneKit
public import TaneProject

struct EnvironmentExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export an environment as Swift, JSON or another format.",
    discussion: """
      Writes the parts of a profile that an app needs: the environment's name, its services and \
      its values. Swift code contains the named environments, or by default all that the build \
      configuration allows (allowIn in a profile). Secrets are omitted unless --reveal is given, \
      and are never written to Swift code. --check writes nothing, and exits with 1 if the \
      --output file is stale.

        tane env export staging --format dotenv
        tane env export --format swift --output App/TaneEnvironment.swift
        tane env export --format swift --output App/TaneEnvironment.swift --check
      """
  )

  @Argument(
    help:
      "The environments; only Swift accepts several (default: those that --configuration allows).",
    completion: .custom { _, _, _ in CompletionCandidates.environments() }
  )
  var names: [String] = []

  @Option(help: "swift, json, plist, xcconfig, dotenv or shell.")
  var format: ExportFormat

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write (default: standard output).", valueName: "file"),
    completion: .file()
  )
  var output: String?

  @Flag(help: "Write nothing; exit with 1 if the --output file is stale.")
  var check = false

  @Flag(help: "Write secrets as well.")
  var reveal = false

  @Option(
    help: ArgumentHelp(
      "The build configuration of the output, such as release; environments whose allowIn does not "
        + "list it are omitted.",
      valueName: "name"
    )
  )
  var configuration: String?

  @Flag(
    help: "With Swift, add a member for each database and bucket to the managers of TaneFirebase."
  )
  var managers = false

  @OptionGroup var environment: EnvironmentOptions

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await CommandContext.run(project) { context in
      try rejectContradictions()
      return try export(in: context)
    }
  }

  private func rejectContradictions() throws {
    if check, output == nil {
      throw CommandFailure(.usage, "--check requires --output")
    }
    if reveal, format == .swift {
      throw CommandFailure(
        .usage,
        "--reveal and --format swift cannot be combined: everyone who has the app can read its "
          + "code; declare the value with \"runtime: true\", or choose another format"
      )
    }
    if managers, format != .swift {
      throw CommandFailure(.usage, "--managers requires --format swift")
    }
  }

  private func export(in context: CommandContext) throws -> ExitStatus {
    let operation = ExportOperation(
      among: try context.profiles(),
      try options(context.variables)
    )
    let exported = try operation.run()
    context.console.report(exported.findings)
    note("secret", exported.secrets, "--reveal writes secrets, but never to Swift code", context)
    note("value", exported.runtimeValues, "read by the app at run time", context)
    guard let output else {
      context.console.printFile(exported.text)
      return .clean
    }
    let path = context.path(output)
    guard check else {
      try operation.write(exported.text, to: path, named: output)
      return .clean
    }
    let current = try? DiskFiles().bytes(of: path)
    guard current != Array(exported.text.utf8) else { return .clean }
    throw CommandFailure(
      .found,
      current == nil
        ? "\(output) does not exist: run \(exportCommand(output))"
        : "\(output) is stale: run \(exportCommand(output))"
    )
  }

  private func options(_ variables: [String: String]) throws -> ExportOptions {
    if !names.isEmpty { try environment.rejectOption(besides: names.joined(separator: ", ")) }
    var options = ExportOptions(format: format)
    let isNamed = format != .swift || !names.isEmpty || !environment.environments.isEmpty
    let named = try isNamed ? [environment.name(variables: variables)] : nil
    options.names = names.isEmpty ? named : names
    options.configuration = configuration
    options.revealsSecrets = reveal
    options.addsManagers = managers
    return options
  }

  private func note(_ noun: String, _ names: [String], _ reason: String, _ context: CommandContext)
  {
    guard !names.isEmpty else { return }
    let list = names.map { "values.\($0)" }.joined(separator: ", ")
    let verb = names.count == 1 ? "is" : "are"
    context.console.note(
      "note: \(counted(names.count, noun)) \(verb) omitted (\(list)): \(reason)"
    )
  }

  /// Returns the command line that updates the exported file.
  private func exportCommand(_ output: String) -> String {
    var words = ["tane env export"] + names
    words += environment.environments.map { "-e \($0)" }
    words += ["--format \(format.rawValue)"]
    words += configuration.map { ["--configuration \($0)"] } ?? []
    words += (managers ? ["--managers"] : []) + (reveal ? ["--reveal"] : [])
    return (words + ["--output \(output)"]).joined(separator: " ")
  }
}

extension ExportFormat: ExpressibleByArgument {}
