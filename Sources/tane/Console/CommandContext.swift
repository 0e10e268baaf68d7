import ArgumentParser
import SystemPackage
import TaneCore
import TaneKit
import TaneProject
import TaneRendering
import TaneRuntime
import TaneSeeding
import TaneServices

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The context of a command: the project, the process environment, the console and the network.
struct CommandContext: Sendable {
  private let located: Result<Project, CommandFailure>
  private let connector: Result<EnvironmentConnector, CommandFailure>
  let variables: [String: String]
  let console: Console
  let isJSON: Bool
  private let network: NetworkSettings
  /// The maximum time to wait for another command in the same environment.
  let timeout: Duration

  init(
    _ located: Result<Project, CommandFailure>,
    variables: [String: String],
    console: Console,
    isJSON: Bool,
    network: NetworkSettings
  ) {
    self.located = located
    self.variables = variables
    self.console = console
    self.isJSON = isJSON
    self.network = network
    timeout = network.timeout ?? .seconds(60)
    connector = located.map {
      EnvironmentConnector(project: $0, variables: variables, network: network)
    }
  }

  func with(_ project: Project) -> CommandContext {
    CommandContext(
      .success(project),
      variables: variables,
      console: console,
      isJSON: isJSON,
      network: network
    )
  }

  /// A copy of the context that prints nothing.
  var silent: CommandContext {
    CommandContext(
      located,
      variables: variables,
      console: Console { _, _ in },
      isJSON: false,
      network: network
    )
  }

  /// Runs a command in a new context, prints its findings and failure, and exits with its status.
  static func run(
    _ options: ProjectOptions,
    _ body: (CommandContext) async throws -> ExitStatus
  ) async throws {
    let variables = ProcessInfo.processInfo.environment
    let language = options.language ?? Language(variables: variables)
    let console = Console(
      color: options.color,
      variables: variables,
      language: language,
      showsProgress: !options.json
    )
    let isVerbose = options.verbose
    let log = RequestLog(onWait: { console.note("\($0)") }) { record in
      if isVerbose { console.note("\(record)") }
    }
    let context = CommandContext(
      locate(options),
      variables: variables,
      console: console,
      isJSON: options.json,
      network: NetworkSettings(
        timeout: options.timeout?.duration,
        log: log,
        waitLogDelay: .seconds(10)
      )
    )
    context.completeInterruptedPull()
    let status = await Language.$current.withValue(language) {
      await Language.$names.withValue(ProjectNames()) {
        await WorkCounter.$current.withValue(WorkCounter()) {
          context.statusOfOutput(await context.run(body))
        }
      }
    }
    if status != .clean { throw ExitCode(status.rawValue) }
  }

  /// Completes a pull that was killed while it replaced files.
  private func completeInterruptedPull() {
    guard let project = try? located.get() else { return }
    do {
      let count = try FixtureJournal.completeInterrupted(in: project)
      if count > 0 {
        console.note("note: completed an interrupted pull: \(counted(count, "file"))")
      }
    } catch {
      console.note("note: an interrupted pull cannot be completed: \(error.sentence)")
    }
  }

  /// Runs a command, prints its findings and failure, and returns the exit code.
  func run(_ body: (CommandContext) async throws -> ExitStatus) async -> ExitStatus {
    do {
      return try await body(self)
    } catch {
      let failure = CommandFailure(error)
      if isJSON { console.printJSON(failure.document) }
      for group in FindingGroup.groups(of: failure.findings) {
        FindingTextReporter.lines(
          of: group,
          option: "tane validate --all",
          style: console.errorStyle
        ).forEach { console.note(block: $0) }
      }
      if !failure.message.isEmpty {
        console.note("\(console.errorStyle.red("error:")) \(failure.message)")
        failure.details.forEach { console.note("  \($0)") }
      }
      return failure.status
    }
  }

  /// Returns the exit code of a command, or `failed` or `unread` if it succeeded but its output
  /// could not be written.
  private func statusOfOutput(_ status: ExitStatus) -> ExitStatus {
    guard let error = console.outputFailure else { return status }
    let isBrokenPipe = error == .brokenPipe
    if !isBrokenPipe {
      let reason = StandardStreams.reason(error)
      console.note("\(console.errorStyle.red("error:")) the output cannot be written: \(reason)")
    }
    guard status == .clean || status == .found else { return status }
    return isBrokenPipe ? .unread : .failed
  }

  /// The project; throws a `CommandFailure` if there is none.
  var project: Project {
    get throws { try located.get() }
  }

  private static func locate(_ options: ProjectOptions) -> Result<Project, CommandFailure> {
    let current = FilePath(FileManager.default.currentDirectoryPath)
    let start = options.directory.map { current.pushing(FilePath($0)) } ?? current
    if let project = Project.locate(from: start.lexicallyNormalized()) { return .success(project) }
    return .failure(
      CommandFailure(
        .usage,
        "no project at \(start.lexicallyNormalized()): neither it nor a folder above it contains "
          + "environments/; go to the project, name it with -C, or set one up in the folder of "
          + "your app with tane init"
      )
    )
  }

  /// Resolves a path that the user entered, relative to the current folder.
  func path(_ text: String) -> FilePath {
    FilePath(FileManager.default.currentDirectoryPath).pushing(FilePath(text)).lexicallyNormalized()
  }

  /// Loads all profiles of the project.
  func profiles() throws -> EnvironmentProfiles {
    let profiles = EnvironmentProfiles.load(
      from: try project,
      variables: variables,
      gitIgnores: GitFiles.ignores
    )
    registerNames(of: profiles)
    return profiles
  }

  /// Loads all profiles of the project, for commands that do not access services.
  func checkedProfiles() throws -> CheckedProfiles {
    let checked = CheckedProfiles(of: try project, variables: variables)
    registerNames(of: checked.profiles)
    return checked
  }

  private func registerNames(of profiles: EnvironmentProfiles) {
    for profile in profiles.profiles {
      Language.names.add([profile.name] + profile.serviceNames + profile.fixtures)
    }
  }

  /// Loads the mappings and reports their findings; valid rules apply despite errors in others.
  func mappings() throws -> Mappings {
    let mappings = Mappings.load(from: try project)
    console.report(mappings.diagnostics)
    return mappings
  }

  /// The context for checks in operations.
  var checkContext: CheckContext {
    get throws { CheckContext(try project, variables: variables, reportingTo: console) }
  }

  /// The connector that opens the services of environments.
  var environments: EnvironmentConnector {
    get throws { try connector.get() }
  }
}

extension CommandFailure {
  /// Converts an error from any layer to a failure.
  init(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let failure as RenderingFailure:
      let status: ExitStatus =
        switch failure.reason {
        case .usage: .usage
        case .invalidData: .found
        case .unsupported: .failed
        }
      self.init(status, failure.message, findings: failure.findings)
    default:
      let failure = OperationFailure(error)
      self.init(
        ExitStatus(failure.reason),
        failure.message,
        details: failure.details,
        findings: failure.findings
      )
    }
  }
}
