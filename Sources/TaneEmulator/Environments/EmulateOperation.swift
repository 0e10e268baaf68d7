import Foundation
import SystemPackage
import TaneCore
import TaneEmbedded
package import TaneKit
import TaneProject
import TaneRendering
import TaneRuntime
import TaneSeeding

extension ProjectEnvironment {
  /// Opens the environment's stores for an emulator, and fills them as requested.
  ///
  /// An embedded environment is served from its own stores, other environments from the emulator's
  /// own stores.
  ///
  /// - Parameters:
  ///   - options: The options of the emulator.
  ///   - reporter: Receives notes, including while the services are served.
  ///   - onStoresOpened: Called after the stores are opened and before anything is written.
  /// - Returns: The emulator, which does not listen yet.
  /// - Throws: An `OperationFailure` if a guard, an option or an export prevents the start, or an
  ///   error from a store.
  package func emulate(
    _ options: EmulateOptions,
    _ reporter: any OperationReporter,
    onStoresOpened: () -> Void = {}
  ) async throws -> PreparedEmulator {
    try await EmulateOperation(self, options, reporter).run(onStoresOpened)
  }
}

/// An operation that opens and fills the stores of an emulated environment.
struct EmulateOperation {
  private let target: ProjectEnvironment
  private let options: EmulateOptions
  /// The Firebase settings in the project's folder.
  private let settings: FirebaseSettings
  private let reporter: any OperationReporter

  private var profile: EnvironmentProfile { target.profile }
  private var project: Project { target.project }

  init(
    _ target: ProjectEnvironment,
    _ options: EmulateOptions,
    _ reporter: any OperationReporter
  ) throws {
    (self.target, self.options, self.reporter) = (target, options, reporter)
    settings = FirebaseSettings(in: target.project.root, files: target.project.files) { name in
      reporter.note(
        "warning: \(name) is ignored: it is not JSON, or contains an invalid project or host"
      )
    }
    try options.check(settings)
  }

  func run(_ onStoresOpened: () -> Void) async throws -> PreparedEmulator {
    try checkGuard()
    let folder = try options.exportFolder.map { try exportFolder($0) }
    let imported = try options.importFolder.map { try importedExport($0) }
    let unsupportedParts = folder == nil ? nil : try imported?.source.unsupportedParts
    if let folder { try rejectDroppedParts(in: folder, imported?.files) }
    let lock = options.isInMemory ? nil : try await lock()
    var source = EmulatorSource(
      profile: profile,
      embedded: options.isInMemory
        ? try .inMemory() : try EmbeddedEnvironment(path: file, access: .readWrite),
      settings: settings,
      report: { [reporter] in reporter.note($0) }
    )
    if profile.isEmbedded || profile.isEmulatedOnThisMachine {
      let profiles = EnvironmentProfiles.load(from: project, variables: target.variables).profiles
      let apps = GoogleServiceInfo.search(project)
      if !apps.diagnostics.isEmpty { reporter.report(apps.diagnostics) }
      source.serviceAliases = ServiceAliases(
        of: profile,
        besides: profiles.filter { $0.name != profile.name },
        apps.infos
      )
    }
    if options.rules == .on {
      let names = DatabaseEmulation().names(in: source)
      source.databaseRules = try DatabaseRules.load(of: names, in: source, project)
    }
    try imported?.source.check(source.serviceAliases)
    let google = options.firestoreEngine == .google ? try await googleFirestore(for: source) : nil
    onStoresOpened()
    let seedTime = try await options.seeds ? seed(source.stores) : nil
    var services = source.services
    let outcome = try await source.serviceAliases.withoutReporting {
      try await imported?.source.run(
        on: services,
        rehearsal: try source.rehearsalServices(),
        isPersistent: !options.isInMemory
      )
    }
    if let google, let firestore = services[.firestore] {
      services[.firestore] = try await FirestoreEmulation().copy(firestore, to: google)
    }
    return PreparedEmulator(
      options: options,
      reporter: reporter,
      source: source,
      lock: lock,
      services: services,
      googleFirestore: google,
      folder: folder,
      unsupportedParts: unsupportedParts,
      imported: outcome,
      seedTime: seedTime
    )
  }

  /// Starts Google's emulator with the security rules of the environment's database.
  private func googleFirestore(for source: EmulatorSource) async throws -> GoogleFirestore {
    let program = try await GoogleFirestoreProgram(variables: target.variables)
    if !program.isSupported {
      reporter.note(
        "warning: Google's Firestore emulator \(program.version) is not supported; install 1.19 or 1.20"
      )
    }
    let databases = FirestoreEmulation().names(in: source)
      .compactMap { DocumentDatabaseName(parsing: $0) }
    let rules = try FirestoreRules(
      of: databases.first?.database ?? "(default)",
      namedBy: settings,
      in: project
    )
    let emulator = try await GoogleFirestore.start(program, rules) { [reporter] in
      reporter.note($0)
    }
    let warnings = try await emulator.checkRules(of: source.project)
    if !warnings.isEmpty { reporter.report(warnings) }
    return emulator
  }

  /// Rejects changes to a guarded environment, since this operation does not prompt.
  private func checkGuard() throws {
    guard profile.isEmbedded, !options.isInMemory, profile.guardLevel != .open else { return }
    let guarded = "the guard of \(profile.name) is \"\(profile.guardLevel.rawValue)\""
    if options.seeds {
      throw OperationFailure(
        .refused,
        "\(guarded): run tane seed first, which asks for confirmation"
      )
    }
    if options.importFolder != nil {
      throw OperationFailure(
        .refused,
        "\(guarded), and --import would replace its data; add --in-memory to serve the export from "
          + "memory instead"
      )
    }
  }

  /// The file of the embedded environment's stores, or of the emulator's own stores.
  private var file: FilePath {
    guard !profile.isEmbedded else { return target.connector.embeddedFile(of: profile) }
    return project.stateDirectory.appending("emulator").appending("\(profile.name).sqlite")
  }

  private func lock() async throws -> EnvironmentLock {
    do {
      return try await EnvironmentLock.take(
        [file],
        of: profile.name,
        for: .emulate,
        timeout: target.timeout,
        report: { [reporter] in reporter.note("\($0); waiting for it to end") }
      )
    } catch let use as EnvironmentInUse {
      let advice = use.isServed ? "stop the emulator first" : "wait until that process has ended"
      throw OperationFailure(
        .failed,
        "\(use): \(advice), or serve separate stores with --in-memory; nothing is served"
      )
    }
  }

  // MARK: Import and export

  /// Returns the folder to export to on exit; throws early if it cannot be used.
  private func exportFolder(_ path: FilePath) throws -> ExportFolder {
    let homes = [target.variables["HOME"], NSHomeDirectory()].compactMap(\.self)
    return try ExportFolder(
      path,
      for: project,
      homes: homes.filter { !$0.isEmpty }.map { FilePath($0) }
    )
  }

  private func importedExport(
    _ path: FilePath
  ) throws -> (files: ExportFiles, source: EmulatorImport) {
    try ExportFolder.recover(path)
    let files = try ExportFiles(in: path)
    return (files, try EmulatorImport(files))
  }

  /// Throws if the new export would lack a part of the export that it replaces.
  private func rejectDroppedParts(in folder: ExportFolder, _ imported: ExportFiles?) throws {
    guard folder.path != imported?.root, let parts = try folder.unwrittenParts(), !parts.isEmpty
    else { return }
    throw OperationFailure(
      .usage,
      "\(folder.path) is an export that contains \(parts.joined(separator: " and ")), which Tane "
        + "cannot write; add --import \(folder.path) to copy it unchanged, or export to another "
        + "folder"
    )
  }

  // MARK: Seeding

  /// Applies the fixtures to the stores.
  ///
  /// - Returns: The reference time for relative dates, or nil if the fixtures contain none or the
  ///   state keeps the time.
  private func seed(_ stores: EnvironmentStores) async throws -> FixtureAnchor? {
    let isPersistent = profile.isEmbedded && !options.isInMemory
    // Data that is recreated on each start has dates relative to now.
    let target = isPersistent ? self.target : self.target.at(.now)
    let fixtures = try target.fixtures(otherwise: "nothing is served", reporter)
    let seedTime = isPersistent ? nil : fixtures.anchor
    let (adapters, readers) = (AdapterContext(profile), stores.readers)
    let comparison = EnvironmentComparison(fixtures, adapters, PlanPolicy(profile))
    let state = isPersistent ? try StateDatabase(of: project) : nil
    // Manual edits in embedded stores are preserved, as by `tane seed`.
    let ledger = EnvironmentLedger(of: profile, in: state)
    let plan = try ledger.plan(
      try await comparison.run(against: readers),
      overwriting: OverwritePolicy(overwritesEdits: false, overwritesConflicts: false)
    )
    if !plan.withheld.isEmpty {
      let count = counted(plan.withheld.count, "value")
      reporter.note(
        "did not overwrite \(count) changed manually since the last seed (tane seed shows the "
          + "changes)"
      )
    }
    guard !plan.isEmpty else { return seedTime }
    try await target.checkLimits(of: plan, on: readers, adapters)
    // Stores in memory and the emulator's own stores need no journal: there is nothing to resume or
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
      on: stores,
      adapters,
      with: PlanContentSource(fixtures, in: project),
      journal: journal
    )
    let name = profile.isEmbedded ? profile.name : "\(profile.name)-emulator"
    // Stores in memory have no other writers, and the project may be read-only.
    let lock =
      options.isInMemory
      ? nil
      : try await EnvironmentLock.take(
        [EnvironmentLock.file(of: name, in: project)],
        of: profile.name,
        for: .emulateSeed,
        timeout: target.timeout
      )
    defer { lock?.release() }
    if let anchor = fixtures.anchor { try state?.keep(anchor, of: profile.name) }
    do {
      try await run.apply()
    } catch let failure as SeedFailure {
      throw OperationFailure(failure, environment: profile.name)
    }
    // The first count, of database values, is reported even if it is zero.
    let counts = fixtures.counts.enumerated().filter { $0 == 0 || $1.count > 0 }
    let texts = counts.map { counted($1.count, $1.noun) }
    reporter.note("seeded \(texts.joined(separator: ", "))")
    return seedTime
  }
}
