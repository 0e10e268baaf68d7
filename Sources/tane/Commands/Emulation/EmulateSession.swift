import Foundation
import SystemPackage
import TaneCore
import TaneEmulator
import TaneProject
import TaneSeeding

/// One run of `tane emulate`.
struct EmulateSession {
  private let command: EmulateCommand
  private let context: CommandContext
  private let target: CommandTarget

  init(_ command: EmulateCommand, context: CommandContext) throws {
    self.command = command
    self.context = context
    // What is served is the environment itself, wherever variables send others.
    target = try CommandTarget(
      named: command.environment.name(variables: context.variables),
      redirects: false,
      in: context
    )
  }

  /// Serves until it is asked to end; returns the exit code of the command that was run beside it, 0
  /// without one.
  func run() async throws -> Int32 {
    let start = ContinuousClock.now
    let signals = EndSignals()
    let environment = try EmulatedEnvironment(
      of: target.profile,
      in: try context.project,
      inMemory: command.inMemory
    )
    // What is printed beside a command is the command's.
    if command.command == nil { target.printHeader(in: context) }
    if command.seed { try await seed(environment) }
    let calls = environment.calls()
    let export = try command.exportOnExit.map { try exportFolder($0) }
    if let folder = command.importFolder { try await importAll(from: folder, by: calls) }
    let server = try await serve(environment, calls)
    if command.command == nil {
      printAddresses(of: server, environment, after: start.duration(to: .now))
    }
    let code = try await untilEnd(of: signals, variables(of: server, environment))
    context.console.note("ending…")
    await server.shutDown()
    if let export {
      try await EmulatorExport(calls: calls).write(to: export)
      context.console.note("wrote the data into \(export.path)")
    }
    return code
  }

  private func serve(
    _ environment: EmulatedEnvironment,
    _ calls: EmulatorCalls
  ) async throws -> EmulatorServer {
    let console = context.console
    let tells = command.log
    do {
      return try await EmulatorServer.start(
        environment.endpoints(of: calls, at: command.ports),
        hosts: command.host.map { [$0] } ?? EmulatorServer.loopback,
        report: { request in
          if tells { console.note("\(request)") }
        }
      )
    } catch let error as EmulatorServerError {
      throw CommandFailure(.failed, error.description)
    }
  }

  // MARK: Exports

  /// The folder to write to at the end; what stands in the way is told before anything is served.
  private func exportFolder(_ text: String) throws -> URL {
    let folder = URL(filePath: context.path(text).string)
    try EmulatorExport.checkReplaceable(folder)
    return folder
  }

  private func importAll(from folder: String, by calls: EmulatorCalls) async throws {
    let url = URL(filePath: context.path(folder).string)
    let outcome = try await EmulatorImport(calls: calls, folder: url).run()
    context.console.note("took over \(outcome.taken.joined(separator: ", ")) from \(folder)")
    for clause in outcome.leftOut { context.console.note("left out: \(clause)") }
  }

  // MARK: Seeding

  private func seed(_ environment: EmulatedEnvironment) async throws {
    let profile = target.profile
    if profile.isEmbedded, !command.inMemory, profile.guardLevel != .open {
      throw CommandFailure(
        .refused,
        "\(profile.name) is guarded (\(profile.guardLevel.rawValue)): run tane seed first, which asks"
      )
    }
    let fixtures = try target.fixtures(in: context, addresses: [], otherwise: "nothing is served")
    let comparison = EnvironmentComparison(
      fixtures: fixtures,
      own: profile.own,
      ignored: profile.ignore
    )
    let plan = SeedPlan(try await comparison.run(against: environment.stores), prunes: false)
    guard !plan.isEmpty else { return }
    let run = SeedRun(plan, on: environment.stores, in: try context.project)
    do {
      try await run.apply(in: profile.isEmbedded ? profile.name : "\(profile.name)-emulator")
    } catch let failure as SeedFailure {
      throw CommandFailure(failure, environment: profile.name)
    }
    let values = fixtures.databases.reduce(0) { $0 + $1.tree.leafCount }
    let others = [
      (fixtures.documents.count, "document"), (fixtures.accounts.count, "account"),
      (fixtures.objects.count, "object"),
    ]
    let counts = others.filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
    context.console.note(
      "seeded " + ([counted(values, "value")] + counts).joined(separator: ", ")
    )
  }

  // MARK: Telling

  private func printAddresses(
    of server: EmulatorServer,
    _ environment: EmulatedEnvironment,
    after duration: Duration
  ) {
    guard !context.isJSON else {
      return context.console.printJSON(document(of: server, environment))
    }
    let style = context.console.style
    for service in EmulatedService.allCases {
      guard let address = server.address(of: service.rawValue) else { continue }
      let name = DisplayWidth.padded(service.rawValue, to: 10)
      let what = names(of: service, in: environment)
      context.console.print("\(style.bold(name)) http://\(address)  \(style.dim(what))")
    }
    context.console.print()
    for (name, value) in variables(of: server, environment) {
      context.console.print("export \(name)=\(value)")
    }
    context.console.print()
    let milliseconds = Int((duration / .milliseconds(1)).rounded())
    context.console.print("Ready in \(milliseconds.grouped) ms. Ctrl-C ends it.")
  }

  private func names(of service: EmulatedService, in environment: EmulatedEnvironment) -> String {
    switch service {
    case .database: environment.databases.keys.sorted().map { "?ns=\($0)" }.joined(separator: " ")
    case .storage: environment.buckets.joined(separator: " ")
    case .firestore: environment.documentDatabase
    case .auth: environment.project
    }
  }

  private func variables(
    of server: EmulatorServer,
    _ environment: EmulatedEnvironment
  ) -> [(name: String, value: String)] {
    EmulatedService.allCases.flatMap { service in
      server.address(of: service.rawValue).map { service.variables(for: $0) } ?? []
    } + [("GCLOUD_PROJECT", environment.project)]
  }

  private func document(
    of server: EmulatorServer,
    _ environment: EmulatedEnvironment
  ) -> TreeLiteral {
    let services = EmulatedService.allCases.compactMap { service in
      server.address(of: service.rawValue).map { (service.rawValue, TreeLiteral.string($0)) }
    }
    let variables = variables(of: server, environment).map { name, value in
      (name, TreeLiteral.string(value))
    }
    return [
      "environment": .string(target.profile.name),
      "databases": .list(environment.databases.keys.sorted().map { .string($0) }),
      "buckets": .list(environment.buckets.map { .string($0) }),
      "project": .string(environment.project),
      "services": .map(services),
      "variables": .map(variables),
    ]
  }

  // MARK: Ending

  /// Waits for Ctrl-C, for the signal that ends services, or for the end of the command.
  private func untilEnd(
    of signals: EndSignals,
    _ variables: [(name: String, value: String)]
  ) async throws -> Int32 {
    guard let command = command.command else {
      await signals.next()
      return 0
    }
    return try await ShellCommand(command, variables: variables).run(until: signals)
  }
}
