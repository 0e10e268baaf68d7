import Foundation
import TaneCore
import TaneEmulator
import TaneKit
import TaneProcesses
import TaneProject
import TaneRendering

/// One run of `tane emulate`.
struct EmulateSession: Sendable {
  private static let maximumShownWarnings = 20

  private let command: EmulateCommand
  private let context: CommandContext
  private let target: ProjectEnvironment

  init(_ command: EmulateCommand, context: CommandContext) throws {
    self.command = command
    self.context = context
    // Environment variables must not redirect the services of the emulated environment.
    target = try context.environment(
      named: try command.environment.name(variables: context.variables),
      redirects: false
    )
  }

  /// Serves until a termination signal arrives or the command exits.
  ///
  /// Returns the exit code of the command, or 0 if there is no command.
  func run() async throws -> Int32 {
    let start = ContinuousClock.now
    let signals = EndSignals()
    let session = self
    let prepared = try await signals.cancelling(console: context.console) {
      try await session.prepare()
    }
    defer { prepared.release() }
    if let imported = prepared.imported { note(imported) }
    let emulator = try await prepared.serve()
    if command.command == nil { printAddresses(of: emulator, after: start.duration(to: .now)) }
    let code = try await waitForEnd(of: signals, emulator.variables, prepared.seedTime)
    context.console.note("stopping…")
    guard let folder = try await emulator.end() else { return code }
    context.console.note("wrote the data to \(folder)")
    return code
  }

  private func prepare() async throws -> PreparedEmulator {
    var options = EmulateOptions(version: Tane.versionNumber)
    options.ports = command.ports.chosen
    options.host = command.host
    options.allowedHosts = command.allowedHosts
    options.allowedOrigins = command.allowedOrigins
    options.seeds = command.seed
    options.isInMemory = command.inMemory
    options.importFolder = command.importFolder.map(context.path)
    options.exportFolder = command.exportOnExit.map(context.path)
    options.firestoreEngine = command.firestoreEngine
    options.rules = command.rules
    options.logsRequests = command.log
    return try await target.emulate(options, context.console) {
      // While a command runs, print nothing else.
      if command.command == nil { target.printHeader(in: context) }
    }
  }

  // MARK: Output

  private func note(_ imported: EmulatorImport.Outcome) {
    let console = context.console
    let importedItems =
      imported.importedItems.isEmpty ? "nothing" : imported.importedItems.joined(separator: ", ")
    console.note("imported \(importedItems) from \(command.importFolder ?? "")")
    for warning in imported.warnings.prefix(Self.maximumShownWarnings) {
      console.note("\(console.errorStyle.yellow("warning:")) \(warning)")
    }
    let more = imported.warnings.count - Self.maximumShownWarnings
    if more > 0 { console.note("… and \(counted(more, "more warning"))") }
    for name in imported.unreadParts {
      let end =
        command.exportOnExit == nil ? "" : "; it will be copied unchanged into the new export"
      console.note(
        "skipped the data of \"\(name.escapingControls)\", which has an unsupported format\(end)"
      )
    }
  }

  private func printAddresses(of emulator: ServedEmulator, after duration: Duration) {
    guard !context.isJSON else { return context.console.printJSON(document(of: emulator)) }
    let style = context.console.style
    let width = emulator.services.map(\.name.count).max() ?? 0
    for service in emulator.services {
      guard let address = service.address else { continue }
      let name = DisplayWidth.padded(service.name, to: width)
      context.console.print(
        "\(style.bold(name))  http://\(address)  \(style.dim(service.formattedNames))",
        isData: true
      )
    }
    context.console.print()
    for (name, value) in emulator.variables {
      context.console.printRaw("export \(name)=\(value.escapingControls)\n")
    }
    context.console.print()
    for line in Self.rulesSummary(of: emulator) { context.console.print(line) }
    let milliseconds = Int((duration / .milliseconds(1)).rounded())
    context.console.print("Ready in \(milliseconds.grouped) ms. Press Ctrl-C to stop.")
  }

  private static func rulesSummary(of emulator: ServedEmulator) -> [String] {
    var lines: [String] = []
    if let google = emulator.googleFirestore {
      lines.append(
        google.rules.map {
          "Firestore is served by Google's emulator \(google.version), which evaluates "
            + "\($0.escapingControls)."
        }
          ?? "Firestore is served by Google's emulator \(google.version); firebase.json specifies "
          + "no rules for it."
      )
    }
    if let (files, open) = emulator.databaseRules {
      let names = files.map(\.escapingControls).joined(separator: ", ")
      if !files.isEmpty { lines.append("Realtime Databases are protected by \(names).") }
      if !open.isEmpty {
        let list = open.map(\.escapingControls).joined(separator: ", ")
        lines.append("firebase.json specifies no rules for these Realtime Databases: \(list).")
      }
    }
    let isAnythingProtected =
      emulator.googleFirestore?.rules != nil || emulator.databaseRules?.files.isEmpty == false
    lines.append(
      isAnythingProtected
        ? "Other security rules are not evaluated: anyone who can reach the ports can read and write "
          + "everything else."
        : "Security rules are not evaluated: anyone who can reach the ports can read and write "
          + "everything."
    )
    return lines
  }

  private func document(of emulator: ServedEmulator) -> TreeLiteral {
    let services = emulator.services.compactMap { service in
      service.address.map { (service.name, TreeLiteral.string($0)) }
    }
    let names = emulator.services.filter(\.kind.isNamed).map { service in
      (service.kind.id, TreeLiteral.list(service.names.map { .string($0) }))
    }
    let variables = emulator.variables.map { name, value in (name, TreeLiteral.string(value)) }
    let evaluated = [
      emulator.googleFirestore?.rules == nil ? nil : "Firestore",
      emulator.databaseRules?.files.isEmpty == false ? "Realtime Databases" : nil,
    ].compactMap(\.self)
    let engine = emulator.googleFirestore.map { google -> (String, TreeLiteral) in
      let rules = google.rules.map { TreeLiteral.string($0) } ?? .null
      return ("firestoreEngine", ["version": .string(google.version), "rules": rules])
    }
    return .map(
      [("environment", .string(target.profile.name))] + names + [
        ("project", .string(emulator.project)),
        (
          "securityRules",
          evaluated.isEmpty
            ? "not evaluated" : .string("evaluated for \(evaluated.joined(separator: " and "))")
        ),
        ("services", .map(services)),
        ("variables", .map(variables)),
      ] + [engine].compactMap(\.self)
    )
  }

  // MARK: Ending

  /// Waits for a termination signal such as Ctrl-C, or for the command to exit.
  private func waitForEnd(
    of signals: EndSignals,
    _ variables: [(name: String, value: String)],
    _ seedTime: FixtureAnchor?
  ) async throws -> Int32 {
    guard let command = command.command else {
      await signals.next()
      return 0
    }
    // Together with the SDKs' variables, these prevent a `tane` started by the command from
    // accessing other stores.
    let name = target.profile.name
    var own = [("TANE_ENV", name), (EnvironmentProfile.emulatedVariable, name)]
    if let seedTime { own.append((EnvironmentProfile.seedTimeVariable, "\(seedTime)")) }
    return try await run(command, with: variables + own, until: signals)
  }

  /// Runs a command in a shell with additional variables.
  ///
  /// Returns the command's exit code or, as in a shell, 128 plus the signal number if a signal
  /// ended it.
  ///
  /// Termination signals that this process receives are forwarded to the command.
  private func run(
    _ command: String,
    with variables: [(name: String, value: String)],
    until signals: EndSignals
  ) async throws -> Int32 {
    let environment = variables.reduce(into: ProcessInfo.processInfo.environment) { all, one in
      all[one.name] = one.value
    }
    let child: ChildProcess
    do {
      child = try ChildProcess(command: ["/bin/sh", "-c", command], environment: environment)
    } catch {
      throw CommandFailure(.failed, "the command cannot be started: \(error.reason)")
    }
    let passing = Task {
      while !Task.isCancelled {
        await signals.next()
        child.send(SIGTERM)
      }
    }
    defer { passing.cancel() }
    switch await child.waitUntilEnd() {
    case .exited(let code): return code
    case .killed(let signal): return 128 + signal
    }
  }
}
