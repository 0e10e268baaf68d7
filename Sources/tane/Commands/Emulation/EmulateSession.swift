import Foundation
import SystemPackage
import TaneCore
import TaneEmulator
import TaneKit
import TaneProject
import TaneRendering
import TaneSeeding

/// One run of `tane emulate`.
struct EmulateSession: Sendable {
  let command: EmulateCommand
  let context: CommandContext
  let target: ProjectEnvironment
  /// The Firebase settings in the project's folder.
  let settings: FirebaseSettings

  init(_ command: EmulateCommand, context: CommandContext) throws {
    self.command = command
    self.context = context
    // The environment itself is served, even if environment variables redirect clients.
    target = try context.environment(
      named: try command.environment.name(variables: context.variables),
      redirects: false
    )
    let project = try context.project
    settings = FirebaseSettings(in: project.root, files: project.files) { name in
      context.console.note(
        "warning: \(name) is ignored: it is not JSON, or names something that is not a project or "
          + "host"
      )
    }
    try command.ports.check(settings)
  }

  /// Serves until the process is asked to end.
  ///
  /// Returns the exit code of the command that ran during this time, or 0 without a command.
  func run() async throws -> Int32 {
    let start = ContinuousClock.now
    let signals = EndSignals()
    try checkGuard()
    let session = self
    let served = try await signals.cancelling(console: context.console) {
      try await session.prepare()
    }
    defer { served.environment.release() }
    let server = try await serve(served.services)
    let hub: EmulatorServer?
    do {
      hub = try await serveHub(of: server)
    } catch {
      await server.shutDown()
      throw error
    }
    let variables = variables(of: server, hub, served.environment)
    if command.command == nil {
      printAddresses(of: server, served.environment, variables, after: start.duration(to: .now))
    }
    let code = try await untilEnd(of: signals, variables)
    context.console.note("ending…")
    await hub?.shutDown()
    await server.shutDown()
    guard let folder = served.folder else { return code }
    try await EmulatorExport(services: served.services, carried: served.carried).write(to: folder)
    context.console.note("wrote the data into \(folder.path)")
    return code
  }

  /// The emulated environment and its final export.
  private struct Served: Sendable {
    let environment: EmulatedEnvironment
    let services: [ServiceKind: EmulatedService]
    /// The folder to export to at the end.
    let folder: ExportFolder?
    /// The imported parts that Tane does not read.
    let carried: CarriedParts?
  }

  /// Opens the stores and fills them as requested.
  private func prepare() async throws -> Served {
    let folder = try command.exportOnExit.map { try exportFolder($0) }
    let imported = try command.importFolder.map { try importedExport($0) }
    let carried = folder == nil ? nil : try imported?.source.carried
    if let folder { try checkNothingIsLost(in: folder, imported?.files) }
    let environment = try await EmulatedEnvironment(
      of: target.profile,
      in: context,
      settings: settings,
      inMemory: command.inMemory
    )
    // While a command runs, its output is not mixed with other output.
    if command.command == nil { target.printHeader(in: context) }
    if command.seed { try await seed(environment) }
    let services = environment.services()
    if let imported { try await take(imported.source, by: services, of: environment) }
    return Served(
      environment: environment,
      services: services,
      folder: folder,
      carried: carried
    )
  }

  /// Rejects changes to a guarded environment, since this command does not prompt.
  private func checkGuard() throws {
    let profile = target.profile
    guard profile.isEmbedded, !command.inMemory, profile.guardLevel != .open else { return }
    let guarded = "\(profile.name) is guarded (\(profile.guardLevel.rawValue))"
    if command.seed {
      throw CommandFailure(.refused, "\(guarded): run tane seed first, which asks for confirmation")
    }
    if command.importFolder != nil {
      throw CommandFailure(
        .refused,
        "\(guarded), and --import would replace its data; add --in-memory to serve the export without it"
      )
    }
  }

  private func serve(_ services: [ServiceKind: EmulatedService]) async throws -> EmulatorServer {
    let endpoints = ServiceRegistry.emulators.compactMap { provider -> EmulatorEndpoint? in
      guard let port = command.ports.port(of: provider.name, settings),
        let service = services[provider.kind]
      else { return nil }
      return EmulatorEndpoint(
        provider.name,
        service.service,
        webSockets: service.webSockets,
        grpc: service.grpc,
        port: port
      )
    }
    if let host = command.host, !ClientAccess.isLoopback(host) {
      context.console.note(
        "warning: listening on \(host): everyone on the network who reaches it can read, change "
          + "and delete all data, without a password"
      )
    }
    return try await start(endpoints)
  }

  /// Serves the hub, or returns nil if its default port is in use.
  private func serveHub(of server: EmulatorServer) async throws -> EmulatorServer? {
    guard let port = command.ports.port(of: "hub", settings) else { return nil }
    let hub = HubService(
      of: server,
      names: ServiceRegistry.emulators.map(\.name),
      version: Tane.versionNumber
    )
    do {
      return try await start([EmulatorEndpoint("hub", hub, port: port)])
    } catch let failure as CommandFailure where command.ports.chosen("hub", settings) == nil {
      context.console.note("warning: \(failure.message), with --hub-port. The hub is not served.")
      return nil
    }
  }

  private func start(_ endpoints: [EmulatorEndpoint]) async throws -> EmulatorServer {
    let console = context.console
    let tells = command.log
    do {
      return try await EmulatorServer.start(
        endpoints,
        hosts: command.host.map { [$0] } ?? EmulatorServer.loopback,
        access: ClientAccess(hosts: command.allowedHosts, origins: command.allowedOrigins),
        report: { request in
          if tells { console.note("\(request)") }
        },
        notice: { console.note("warning: \($0)") }
      )
    } catch let error as EmulatorServerError {
      throw CommandFailure(.failed, error.description)
    }
  }

  // MARK: Seeding

  private func seed(_ environment: EmulatedEnvironment) async throws {
    let profile = self.target.profile
    let isKept = profile.isEmbedded && !command.inMemory
    // Data that are recreated each time have dates relative to now.
    let target = isKept ? self.target : self.target.at(.now)
    let fixtures = try target.fixtures(otherwise: "nothing is served", context.console)
    let (adapters, readers) = (AdapterContext(profile), environment.stores.readers)
    let comparison = EnvironmentComparison(fixtures, adapters, PlanPolicy(profile))
    let project = try context.project
    let state = isKept ? try StateDatabase(of: project) : nil
    // Manual edits in embedded stores are kept, as by `tane seed`.
    let ledger = EnvironmentLedger(of: profile, in: state)
    let plan = try Plan(
      try await comparison.run(against: readers),
      overwriting: OverwritePolicy(replacesEdits: false, winsConflicts: false),
      recorded: ledger.recorded(at:)
    )
    if !plan.withheld.isEmpty {
      let count = counted(plan.withheld.count, "value")
      context.console.note(
        "kept \(count) changed manually since the last seed (tane seed shows them)"
      )
    }
    guard !plan.isEmpty else { return }
    try await target.checkLimits(of: plan, on: readers, adapters)
    // Stores in memory or of the emulator need no journal: there is nothing to resume or to
    // discard.
    let journal =
      try state.map {
        try RunJournal(
          plan,
          for: .seed,
          in: profile,
          sets: target.sets,
          summary: PlanSentence.text(of: plan),
          keptIn: $0
        )
      }
    let run = PlanRun(
      plan,
      on: environment.stores,
      adapters,
      with: PlanMaterials(fixtures, in: project),
      journal: journal
    )
    let name = profile.isEmbedded ? profile.name : "\(profile.name)-emulator"
    // Stores in memory have no other writers, and the project may be read-only.
    let lock =
      command.inMemory
      ? nil
      : try await EnvironmentLock.take(
        [EnvironmentLock.file(of: name, in: project)],
        of: profile.name,
        for: .emulateSeed,
        patience: context.patience
      )
    defer { lock?.release() }
    if let anchor = fixtures.anchor { try state?.keep(anchor, of: profile.name) }
    do {
      try await run.apply()
    } catch let failure as SeedFailure {
      throw CommandFailure(OperationFailure(failure, environment: profile.name))
    }
    // The number of values in databases is always shown.
    let counts = fixtures.counts.enumerated().filter { $0 == 0 || $1.count > 0 }
    let texts = counts.map { counted($1.count, $1.noun) }
    context.console.note("seeded \(texts.joined(separator: ", "))")
  }

  // MARK: Telling

  private func printAddresses(
    of server: EmulatorServer,
    _ environment: EmulatedEnvironment,
    _ variables: [(name: String, value: String)],
    after duration: Duration
  ) {
    guard !context.isJSON else {
      return context.console.printJSON(document(of: server, environment, variables))
    }
    let style = context.console.style
    for provider in ServiceRegistry.emulators {
      guard let address = server.address(of: provider.name) else { continue }
      let name = DisplayWidth.padded(provider.name, to: 10)
      let what = provider.shown(provider.names(in: environment.source))
      context.console.print(
        "\(style.bold(name)) http://\(address)  \(style.dim(what))",
        isData: true
      )
    }
    context.console.print()
    for (name, value) in variables {
      context.console.printRaw("export \(name)=\(value.escapingControls)\n")
    }
    context.console.print()
    context.console.print(Self.aboutRules)
    let milliseconds = Int((duration / .milliseconds(1)).rounded())
    context.console.print("Ready in \(milliseconds.grouped) ms. Ctrl-C ends it.")
  }

  private static let aboutRules =
    "Security rules are not evaluated: everyone who reaches the ports can read and write "
    + "everything."

  private func variables(
    of server: EmulatorServer,
    _ hub: EmulatorServer?,
    _ environment: EmulatedEnvironment
  ) -> [(name: String, value: String)] {
    let services = ServiceRegistry.emulators.flatMap { provider in
      server.address(of: provider.name).map { provider.kind.emulatorVariables(for: $0) } ?? []
    }
    let hub = hub?.address(of: "hub").map { [("FIREBASE_EMULATOR_HUB", $0)] } ?? []
    return services + hub + [("GCLOUD_PROJECT", environment.source.project)]
  }

  private func document(
    of server: EmulatorServer,
    _ environment: EmulatedEnvironment,
    _ variables: [(name: String, value: String)]
  ) -> TreeLiteral {
    let services = ServiceRegistry.emulators.compactMap { provider in
      server.address(of: provider.name).map { (provider.name, TreeLiteral.string($0)) }
    }
    let names = ServiceRegistry.emulators.filter(\.kind.isNamed).map { provider in
      let names = provider.names(in: environment.source)
      return (provider.kind.id, TreeLiteral.list(names.map { .string($0) }))
    }
    let variables = variables.map { name, value in (name, TreeLiteral.string(value)) }
    return .map(
      [("environment", .string(target.profile.name))] + names + [
        ("project", .string(environment.source.project)), ("securityRules", "not evaluated"),
        ("services", .map(services)),
        ("variables", .map(variables)),
      ]
    )
  }

  // MARK: Ending

  /// Waits for Ctrl-C, for a termination signal, or for the end of the command.
  private func untilEnd(
    of signals: EndSignals,
    _ variables: [(name: String, value: String)]
  ) async throws -> Int32 {
    guard let command = command.command else {
      await signals.next()
      return 0
    }
    // These variables, in addition to those of the SDKs, keep Tane in the command from accessing
    // other stores.
    let name = target.profile.name
    let own = [("TANE_ENV", name), (EnvironmentProfile.emulatedVariable, name)]
    return try await ShellCommand(command, variables: variables + own).run(until: signals)
  }
}
