import ArgumentParser
import Synchronization
import SystemPackage
import TaneCore
import TaneKit
import TaneProject

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// One run of `tane watch`.
struct WatchSession {
  private let command: WatchCommand
  private let context: CommandContext
  private let project: Project

  init(_ command: WatchCommand, in context: CommandContext) throws {
    self.command = command
    project = Project(root: try context.project.root, files: DiskFiles(after: FileCache()))
    self.context = context.with(project)
  }

  /// Runs until a signal ends the process, or until the command cannot continue.
  func run() async throws -> ExitStatus {
    guard !context.isJSON else {
      throw CommandFailure(
        .usage,
        "--json: tane watch writes output after each change, not one document; run tane validate "
          + "--json"
      )
    }
    try check()
    let console = context.console
    let end = End()
    let listener = EndSignalListener { status in
      // A running seed has its own listener, which rolls back unfinished work. Otherwise, exit
      // immediately.
      guard EndSignalListener.count == 1 else { return end.status.withLock { $0 = status } }
      console.note("")
      _exit(status.rawValue)
    }
    defer { withExtendedLifetime(listener) {} }
    while true {
      let places = FileSignatures.WatchedPaths(of: project, Mappings.load(from: project))
      // Changes during the run are handled afterward.
      let handled = FileSignatures(of: places)
      let status = try await act()
      if let status = end.status.withLock(\.self) ?? status { return status }
      // Stop if the output was closed.
      if console.outputFailure != nil { return .clean }
      context.console.note("watching \(counted(handled.count, "file")); press Ctrl-C to stop")
      // An incomplete file may be validated, but must not be seeded.
      let changes =
        command.seed
        ? FileChangeDetector(since: handled, quietPeriod: .milliseconds(500), maximumWait: nil)
        : FileChangeDetector(since: handled)
      note(try await changes.wait(at: places))
    }
  }

  /// The exit code for a signal that a running seed has handled itself.
  private final class End: Sendable {
    let status = Mutex<ExitStatus?>(nil)
  }

  /// Throws an error if the environment cannot be loaded or must not be seeded without
  /// confirmation.
  private func check() throws {
    let profile = try context.environment(of: command.environment).profile
    guard command.seed, profile.guardLevel != .open else { return }
    throw CommandFailure(
      .refused,
      "the guard of \(profile.name) is \"\(profile.guardLevel.rawValue)\": tane watch --seed "
        + "writes without confirmation, so it requires an environment whose guard is \"open\"; run "
        + "tane seed -e \(profile.name)"
    )
  }

  /// Validates or seeds once; failures are only reported, since the next change may fix them.
  ///
  /// - Returns: The exit code for the signal that ended the run, or nil.
  private func act() async throws -> ExitStatus? {
    guard command.seed else {
      let arguments =
        environmentArguments + command.sets.names.flatMap { ["--set", $0] }
        + (command.skipsTypes ? ["--no-types"] : [])
      let validate = try ValidateCommand.parse(arguments)
      _ = await context.run { try await ValidateSession(validate, context: $0).run() }
      return nil
    }
    var options = SeedOptions()
    // The command never prompts, so it retains values that were edited in the environment.
    options.onConflict = .keep
    let request = SeedRequest(
      environment: command.environment,
      sets: command.sets,
      anchor: try .parse([]),
      options: options,
      skipsTypes: command.skipsTypes
    )
    let status = await context.run {
      // The profile may have changed since the command started.
      try check()
      return try await SeedRun(command: request, context: $0).run()
    }
    return [.interrupted, .terminated, .hungUp, .quit].contains(status) ? status : nil
  }

  private var environmentArguments: [String] {
    command.environment.environments.flatMap { ["-e", $0] }
  }

  private func note(_ changed: [FilePath]) {
    let root = project.root
    let names = changed.prefix(3).map { path -> String in
      var path = path
      return (path.removePrefix(root) ? path : path).string.escapingControls
    }
    let more = changed.count - names.count
    context.console.note("")
    context.console.note(
      "changed: \(names.joined(separator: ", "))" + (more > 0 ? " and \(more.grouped) more" : "")
    )
  }
}
