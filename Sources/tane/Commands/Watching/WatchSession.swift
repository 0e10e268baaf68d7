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
///
/// Files are looked at again and again, a tenth of a second apart: a thousand take about a millisecond, which is less
/// to keep right than what systems tell of changes. That ends silently on shared folders and in containers, counts
/// folders against a limit of the user, and tells of a file that is saved by a rename as of one that went away.
struct WatchSession {
  private static let pause = Duration.milliseconds(100)
  /// How soon it is seen that a change is over.
  private static let shortPause = Duration.milliseconds(40)

  private let command: WatchCommand
  private let context: CommandContext
  private let project: Project

  init(_ command: WatchCommand, in context: CommandContext) throws {
    (self.command, self.context) = (command, context)
    project = try context.project
  }

  /// Runs until a signal ends the process; returns where the command itself makes no sense.
  func run() async throws -> ExitStatus {
    guard !context.isJSON else {
      throw CommandFailure(
        .usage,
        "--json: tane watch writes anew after each change, and not one document; run tane validate --json"
      )
    }
    try check()
    let console = context.console
    let end = End()
    let listener = EndSignalListener { status in
      // A seed listens as well, and takes back what must not be left half done. Where it is past that, it ends as ever.
      guard EndSignalListener.count == 1 else { return end.status.withLock { $0 = status } }
      console.note("")
      _exit(status.rawValue)
    }
    defer { withExtendedLifetime(listener) {} }
    while true {
      let places = FileSignatures.Places(of: project, Mappings.load(from: project))
      // What changes during the run is a change after it.
      let handled = FileSignatures(of: places)
      let status = try await act()
      if let status = end.status.withLock(\.self) ?? status { return status }
      // Nobody reads what comes of the next change.
      if console.outputFailure != nil { return .failed }
      context.console.note("watching \(counted(handled.count, "file")); Ctrl-C ends")
      note(try await changes(since: handled, at: places))
    }
  }

  /// The status of a signal that came during a run which listens itself.
  private final class End: Sendable {
    let status = Mutex<ExitStatus?>(nil)
  }

  /// Refuses an environment that cannot be read, and one that must not be seeded unasked.
  private func check() throws {
    let profile = try context.environment(of: command.environment).profile
    guard command.seed, profile.guardLevel != .open else { return }
    throw CommandFailure(
      .refused,
      "\(profile.name) is guarded (\(profile.guardLevel.rawValue)): tane watch --seed writes without"
        + " asking, so it takes environments whose guard is open; run tane seed -e \(profile.name)"
    )
  }

  /// Waits until files have changed, and for the end of that.
  private func changes(
    since handled: FileSignatures,
    at places: FileSignatures.Places
  ) async throws -> [FilePath] {
    let start = ContinuousClock.now
    // Half a file is told like any other finding, but must not be written into an environment.
    var changes =
      command.seed
      ? SettledChanges(since: handled, quiet: .milliseconds(500), longestWait: nil)
      : SettledChanges(since: handled)
    while true {
      let look = ContinuousClock.now
      if let changed = changes.look(FileSignatures(of: places), at: look - start) {
        return changed
      }
      // However many files there are, looking at them takes a twentieth of the time.
      let pause = changes.isUnderWay ? Self.shortPause : Self.pause
      try await Task.sleep(for: max(pause, (.now - look) * 20))
    }
  }

  /// Validates or seeds once; what fails is told, and may be mended by the next change.
  ///
  /// - Returns: The status of a signal that ended it, if one did.
  private func act() async throws -> ExitStatus? {
    guard command.seed else {
      let arguments =
        environmentArguments + command.sets.names.flatMap { ["--set", $0] }
        + (command.leavesOutTypes ? ["--no-types"] : [])
      let validate = try ValidateCommand.parse(arguments)
      _ = await context.run { try await ValidateSession(validate, context: $0).run() }
      return nil
    }
    var options = SeedOptions()
    // Nobody is asked.
    options.onConflict = .keep
    let request = SeedRequest(
      environment: command.environment,
      sets: command.sets,
      anchor: try .parse([]),
      options: options,
      leavesOutTypes: command.leavesOutTypes
    )
    let status = await context.run {
      // The profile may have been edited.
      try check()
      return try await SeedRun(command: request, context: $0).run()
    }
    return [.interrupted, .terminated, .hungUp, .quit].contains(status) ? status : nil
  }

  private var environmentArguments: [String] {
    command.environment.environments.flatMap { ["-e", $0] }
  }

  /// Says what changed, before what came of it.
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
