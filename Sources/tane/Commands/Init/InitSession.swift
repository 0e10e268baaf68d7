import ArgumentParser
import SystemPackage
import TaneCore
import TaneEmulator
import TaneKit
import TaneProject

/// One run of `tane init`.
struct InitSession {
  private let command: InitCommand
  private let context: CommandContext
  private let project: Project

  init(_ command: InitCommand, context: CommandContext) {
    self.command = command
    let folder = context.path(command.options.directory ?? ".")
    project = Project(root: folder)
    self.context = context.with(project)
  }

  func run() async throws -> ExitStatus {
    let folder = try appFolder()
    let export = try command.from.map { try InitExport($0, at: context.path($0)) }
    let setup = try environments(of: folder, export)
    let sources = command.sources.isEmpty ? folder.sources : try sourcesFromOptions()
    let files = SetupFiles(
      setup,
      sources: sources,
      hasExport: export != nil,
      action: command.workflow,
      in: project
    )
    let report = InitReport(context: context, folder: folder, sources: sources, setup: setup)
    let exported = try export.map { try services(of: $0, in: setup) } ?? []
    if let export, files.hasFixtures { throw alreadyStartedFailure(for: export, exported) }
    do {
      try files.checkPlaces(in: project)
    } catch {
      throw CommandFailure(.failed, "\(error.reason.escapingControls); nothing was written")
    }
    report.show(files, export: command.from)
    guard !command.dryRun, !files.missing.isEmpty || export != nil else {
      report.finish(files, left: [], isWritten: false, next: [])
      return .clean
    }
    try confirm(files)
    let operation = InitOperation(files, in: try context.checkContext)
    let (left, schema) = try await operation.run(
      export.map { export in { try await pull(export, exported) } }
    )
    report.finish(
      files,
      left: left,
      schema: schema,
      isWritten: true,
      next: suggestedCommands(after: setup)
    )
    return left.isEmpty ? .clean : .found
  }

  private func appFolder() throws -> AppFolder {
    do {
      return try AppFolder(project.root)
    } catch let error as FileError {
      throw CommandFailure(.failed, "cannot read \(project.root): \(error.reason)")
    }
  }

  /// Returns the source folders given as arguments.
  private func sourcesFromOptions() throws -> [String] {
    for source in command.sources {
      let path = project.absolute(FilePath(source))
      guard (try? project.files.kind(of: path)) != .folder else { continue }
      throw CommandFailure(
        .usage,
        "--sources \(source.escapingControls): no such folder in \(project.root)"
      )
    }
    return command.sources
  }

  private func environments(
    of folder: AppFolder,
    _ export: InitExport?
  ) throws -> SetupEnvironments {
    let asked = Set(command.service.map(\.kind))
    let exported = export?.kinds(besides: asked.isEmpty ? folder.kinds : asked) ?? []
    let kinds = (asked.isEmpty ? folder.kinds : asked).union(exported)
    let stated = try projects(besides: folder)
    let existing = EnvironmentProfiles.load(from: project, variables: context.variables).projects
    try check(stated, against: existing)
    return SetupEnvironments(
      of: folder,
      projects: stated,
      existing: existing,
      kinds: kinds.isEmpty ? nil : kinds
    )
  }

  /// Throws a `CommandFailure` if an existing environment has a different project.
  private func check(_ projects: [String: String], against existing: [String: String]) throws {
    for (name, project) in projects.sorted(by: { $0.key < $1.key }) {
      guard let other = existing[name], other != project else { continue }
      throw CommandFailure(
        .usage,
        "the environment \(name) already exists and uses the project \(other.escapingControls); "
          + "choose a different environment name for the project \(project)"
      )
    }
  }

  /// Returns the projects given as arguments; if no project is known, prompts for one.
  private func projects(besides folder: AppFolder) throws -> [String: String] {
    let isKnown =
      !command.projects.isEmpty || !folder.apps.isEmpty || !folder.settings.aliases.isEmpty
    guard !isKnown, shouldAsk, !command.dryRun else { return command.projects }
    let question = "The ID of the app's Firebase project (leave empty to skip):"
    guard let id = context.console.ask(question), !id.isEmpty else { return [:] }
    let name = context.console.ask("The name of its environment [production]:") ?? ""
    let environment = name.isEmpty ? "production" : name
    if let problem = InitCommand.problem(inEnvironment: environment, of: id) {
      throw CommandFailure(.usage, problem)
    }
    return [environment: id]
  }

  /// A Boolean value indicating whether the user may be prompted.
  private var shouldAsk: Bool { context.console.isInteractive && !command.yes }

  private func confirm(_ files: SetupFiles) throws {
    guard shouldAsk else { return }
    let answer = context.console.ask("Write \(counted(files.missing.count, "file"))? [Y/n]")
    guard let answer, ["", "y", "yes"].contains(answer.lowercased()) else {
      throw CommandFailure(.refused, "nothing was written")
    }
  }

  private func alreadyStartedFailure(
    for export: InitExport,
    _ services: [String]
  ) -> CommandFailure {
    let addresses = services.map { "\($0):/" }.joined(separator: " ")
    return CommandFailure(
      .usage,
      "tane init does not change the existing fixtures in fixtures/base; to add the data of the "
        + "export, run tane pull \(addresses) --from \(export.path)"
    )
  }

  /// Returns the names of the services to pull from an export; an export of a single service is
  /// pulled into the default service.
  private func services(of export: InitExport, in setup: SetupEnvironments) throws -> [String] {
    let kinds = export.kinds(besides: setup.kinds)
    let services = setup.services.filter { kinds.contains($0.kind) }
    let names = services.map(\.name)
    guard export.hasOneService, names.count > 1 else { return names }
    if let usual = setup.defaultService(of: services[0].kind) { return [usual] }
    let addresses = names.map { "\($0):/" }.joined(separator: ", ")
    throw CommandFailure(
      .usage,
      "\(export.path) contains the data of one service, but the app uses "
        + "\(names.joined(separator: ", ")); run tane init without --from, then "
        + "tane pull ADDRESS --from \(export.path) with one of the addresses \(addresses)"
    )
  }

  /// Writes the data of an export to the fixture set `base`.
  private func pull(
    _ export: InitExport,
    _ services: [String]
  ) async throws -> [FixtureUpdate.SkippedValue] {
    var options = PullOptions()
    options.addresses = services.map { Address(service: $0, path: .root) }
    options.set = "base"
    let left: [FixtureUpdate.SkippedValue]
    do {
      left = try await PullSession(
        options,
        of: try EnvironmentOptions.parse(["-e", "local"]),
        from: .file(export.path),
        context: context.isJSON ? context.silent : context
      ).run().left
    } catch let failure as CommandFailure {
      throw CommandFailure(
        failure.status,
        failure.message.hasSuffix("nothing was written")
          ? failure.message : "\(failure.message); nothing was written",
        findings: failure.findings
      )
    }
    if !context.isJSON { context.console.print() }
    return left
  }

  private func suggestedCommands(after setup: SetupEnvironments) -> [String] {
    let remote = setup.environments.filter { $0.project != nil }
    let service = setup.services.first { $0.kind != .buckets } ?? setup.services.first
    let place = service.map { "\($0.name):/" } ?? ""
    let last =
      remote.first { $0.guardLevel != .protected }.map { "tane pull \(place) -e \($0.name)" }
      ?? remote.first.map { "tane env check \($0.name)" } ?? "tane diff"
    return ["tane seed", "tane validate", last]
  }
}
