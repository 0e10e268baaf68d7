import ArgumentParser
import SystemPackage
import TaneCore
import TaneProject
import TaneRuntime

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a command works with: the project, the process environment, the console.
struct CommandContext: Sendable {
  private let located: Result<Project, CommandFailure>
  let variables: [String: String]
  let console: Console
  let isJSON: Bool

  /// Runs a command in its context, prints its findings and failure, and exits with its status.
  static func run(
    _ options: ProjectOptions,
    _ body: (CommandContext) async throws -> ExitStatus
  ) async throws {
    let variables = ProcessInfo.processInfo.environment
    let console = Console(color: options.color, variables: variables)
    let status: ExitStatus
    do {
      let context = CommandContext(
        located: locate(options),
        variables: variables,
        console: console,
        isJSON: options.json
      )
      status = try await body(context)
    } catch {
      let failure = CommandFailure(error)
      if options.json { console.printJSON(failure.document) }
      failure.findings.forEach {
        console.note(DiagnosticText.render($0, style: console.errorStyle))
      }
      if !failure.message.isEmpty {
        console.note("\(console.errorStyle.red("error:")) \(failure.message)")
      }
      status = failure.status
    }
    if status != .clean { throw ExitCode(status.rawValue) }
  }

  /// The project; throws a `CommandFailure` where there is none, which a command may not care about.
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
        "no project at \(start.lexicallyNormalized()): neither it nor a folder above it holds"
          + " environments/; go to the project, or name it with -C"
      )
    )
  }

  /// A path that a person wrote, from the current folder.
  func path(_ text: String) -> FilePath {
    FilePath(FileManager.default.currentDirectoryPath).pushing(FilePath(text)).lexicallyNormalized()
  }

  /// All profiles of the project.
  func profiles() throws -> EnvironmentProfiles {
    EnvironmentProfiles.load(from: try project, variables: variables)
  }

  /// What the mappings say, for commands that need little of them: what is wrong with them is told, and
  /// all else holds.
  func mappings() throws -> Mappings {
    let mappings = Mappings.load(from: try project)
    for finding in mappings.diagnostics {
      console.note(DiagnosticText.render(finding, style: console.errorStyle))
    }
    return mappings
  }

  /// Opens the stores of an environment.
  func connect(
    _ profile: EnvironmentProfile,
    for access: EnvironmentConnector.Access
  ) throws -> EnvironmentStores {
    try EnvironmentConnector(project: project, variables: variables)
      .connect(profile, for: access)
  }
}

extension CommandFailure {
  /// The failure that an error of any layer means.
  init(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as StoreError: self.init(.failed, error.description)
    case is CancellationError: self.init(.interrupted, "interrupted")
    default: self.init(.failed, "\(error)")
    }
  }
}
