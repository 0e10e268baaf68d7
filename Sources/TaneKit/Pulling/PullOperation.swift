import SystemPackage
public import TaneCore
public import TaneProject
package import TaneSeeding

/// The options of a pull or an adoption of manual edits.
public struct PullOptions: Sendable {
  /// The nodes, documents, accounts or objects to pull, with their descendants.
  public var addresses: [Address]
  /// The fixture set for new files, or nil to use the environment's first set.
  public var set: String?
  /// A Boolean value indicating whether data missing from the environment is removed from fixtures.
  public var prunes = false
  /// A Boolean value indicating whether the pull is a dry run, which writes nothing.
  public var isDryRun = false
  /// A Boolean value indicating whether masks are skipped, even for a protected environment.
  public var isUnmasked = false
  /// The maximum number of additional resources to pull because the data refers to them, or nil to
  /// pull none.
  public var follow: Int?
  /// A Boolean value indicating whether data that no fixture describes is pulled into new files.
  package var addsFiles = true

  /// Creates options for nodes with their descendants.
  public init(at addresses: Address...) { self.addresses = addresses }

  /// Returns the options for adopting manual edits: fixtures are changed or removed, but not added.
  package func adopting() -> PullOptions {
    var options = self
    (options.addsFiles, options.prunes) = (false, true)
    return options
  }
}

/// The result of a pull or an adoption of manual edits.
public struct PullResult: Sendable {
  /// The fixture files that were or would be written.
  public let files: [FixtureUpdate.File]
  /// The values that fixtures cannot describe.
  public let left: [FixtureUpdate.SkippedValue]
  /// A Boolean value indicating whether the files were written.
  public let isWritten: Bool
  /// The masked data, or nil if nothing was masked.
  package let masked: MaskedEnvironment?
}

/// The services to pull from: the environment's own, or stores with data that another tool
/// exported.
package struct PullSource: Sendable {
  package var readers: EnvironmentReaders
  /// The values that the stores could not import.
  package var left: [FixtureUpdate.SkippedValue] = []
  /// Notes on data that fixtures cannot contain.
  package var notes: [String] = []
  /// The password-hash fields to write to fixtures, keyed by account address.
  package var passwordHashes: [Address: Tree] = [:]

  package init(_ readers: EnvironmentReaders) { self.readers = readers }
}

/// An operation that writes the data of an environment, or of an export, to fixtures.
package struct PullOperation: Sendable {
  /// A closure that reads an export, given the project's fixtures.
  package typealias SourceLoader = @Sendable (Fixtures) async throws -> PullSource

  private let environment: ProjectEnvironment
  private let options: PullOptions
  private let export: SourceLoader?
  private let checksGuard: Bool
  private let interaction: any PresentingInteraction

  private var profile: EnvironmentProfile { environment.profile }
  private var adapters: AdapterContext { AdapterContext(profile) }

  /// Creates the operation; nothing is read before it runs.
  ///
  /// The guard always applies if the environment itself is read; for an export, it applies only if
  /// `checksGuard` is true.
  package init(
    _ environment: ProjectEnvironment,
    _ options: PullOptions,
    from export: SourceLoader? = nil,
    checksGuard: Bool = false,
    _ interaction: any PresentingInteraction
  ) {
    self.environment = environment
    self.options = options
    self.export = export
    self.checksGuard = checksGuard || export == nil
    self.interaction = interaction
  }

  /// Returns suggested masks for unmasked data that appears to be personal; writes nothing.
  package func maskSuggestions() async throws -> [MaskSuggestion] {
    let fixtures = try fixtures()
    var suggestions = MaskSuggestionSearch(besides: masking(of: fixtures).rules, in: profile)
    try await suggestions.read(
      ComparisonScope(options.addresses),
      on: source(beside: fixtures).readers,
      adapters
    )
    return suggestions.suggestions
  }

  /// Pulls the data, and replaces the fixtures if reading back the new files yields the
  /// environment's data.
  package func run() async throws -> PullResult {
    let fixtures = try fixtures()
    let masking = masking(of: fixtures)
    if checksGuard { try masking.checkGuard() }
    let source = try await source(beside: fixtures)
    let readers = source.readers
    let referenced = try await masking.referencedAddresses(in: readers)
    let scope = ComparisonScope(options.addresses + referenced)
    let masked = try await masking.masked(scope, readers)
    let pulled = PulledData(
      readers: readers,
      scope: masked?.scope ?? scope,
      masked: masked,
      held: try await snapshot(of: masked, readers, scope)
    )
    try checkAddresses(fixtures, source, pulled)
    let (files, left) = try await update(fixtures, source, pulled)
    try masking.throwIfNotEmpty(masking.originalCheck(for: masked)?.findings(in: files) ?? [])
    interaction.show(files, leaving: left)
    source.notes.forEach { interaction.note($0) }
    if let note = try skippedHashesNote(fixtures, source, pulled) { interaction.note(note) }
    let isWritten = !options.isDryRun && !files.isEmpty
    if isWritten {
      try await interaction.withProgress("writing the fixtures") {
        try await write(files, pulled, masking, leaving: left.map(\.address))
      }
    }
    return PullResult(files: files, left: left, isWritten: isWritten, masked: masked)
  }

  // MARK: Reading

  /// The data read from the environment or an export, masked if masks apply.
  private struct PulledData: Sendable {
    let readers: EnvironmentReaders
    let scope: ComparisonScope
    let masked: MaskedEnvironment?
    /// The snapshot for pulling everything, or nil if only described data is pulled.
    let held: EnvironmentSnapshot?
  }

  private func fixtures() throws -> Fixtures {
    try options.addresses.forEach(profile.checkService)
    _ = try set()
    // In a project without fixtures, the profile's sets do not exist yet.
    let hasSets = (try? FixtureSets.names(in: environment.project))?.isEmpty == false
    return try (hasSets ? environment : environment.with(sets: []))
      .fixtures(otherwise: "nothing was written", interaction)
  }

  /// Returns the set for new files.
  private func set() throws -> String {
    let set = options.set ?? environment.sets.first ?? "base"
    guard let problem = FixtureSets.problem(inName: set) else { return set }
    throw OperationFailure(
      .usage,
      "\"\(set)\" is not a valid fixture set name: it \(problem)"
    )
  }

  private func masking(of fixtures: Fixtures) -> PullMasker {
    PullMasker(
      environment: environment,
      rules: options.isUnmasked ? MaskRules([]) : fixtures.masks,
      tagNames: fixtures.tagNames,
      options: options,
      interaction: interaction
    )
  }

  private func source(beside fixtures: Fixtures) async throws -> PullSource {
    if let export { return try await export(fixtures) }
    return PullSource(try environment.readers())
  }

  private func snapshot(
    of masked: MaskedEnvironment?,
    _ readers: EnvironmentReaders,
    _ scope: ComparisonScope
  ) async throws -> EnvironmentSnapshot? {
    if let masked { return masked.held }
    guard options.addsFiles else { return nil }
    return try await interaction.withProgress("reading \(profile.name)") {
      try await EnvironmentSnapshot(reading: readers, adapters, scope)
    }
  }

  /// Throws an `OperationFailure` with reason `usage` if neither the fixtures nor the data have a
  /// node at one of the addresses.
  ///
  /// If data is masked, nothing is checked, since the addresses may contain originals of masked
  /// keys.
  private func checkAddresses(
    _ fixtures: Fixtures,
    _ source: PullSource,
    _ pulled: PulledData
  ) throws {
    guard pulled.masked == nil else { return }
    let undescribed = ComparisonScope(options.addresses).addressesWithout(fixtures.resources)
    let unknown = undescribed.first { address in
      !address.path.isRoot && pulled.held?.contains(address) != true
        && !source.left.contains { address.contains($0.address) || $0.address.contains(address) }
    }
    guard let unknown else { return }
    throw OperationFailure(
      .usage,
      options.addsFiles
        ? "\(unknown) is neither in the fixtures nor in the data to pull"
        : "\(unknown) is not in the fixtures"
    )
  }

  private func update(
    _ fixtures: Fixtures,
    _ source: PullSource,
    _ pulled: PulledData
  ) async throws -> (files: [FixtureUpdate.File], left: [FixtureUpdate.SkippedValue]) {
    let pull = EnvironmentPull(fixtures, adapters, pulled.scope, of: pulled.held)
    var update = FixtureUpdate(
      of: fixtures,
      in: environment.project,
      for: profile,
      addingTo: try set()
    )
    if try skippedHashesNote(fixtures, source, pulled) == nil {
      update.passwordHashes = source.passwordHashes
    }
    try await interaction.withProgress("reading \(profile.name)") {
      try await pull.read(
        pulled.readers,
        into: &update,
        addingFiles: options.addsFiles,
        removing: options.prunes,
        ifWritten: try writtenResourcePredicate()
      )
    }
    update.skip(source.left)
    let files = try await interaction.withProgress("preparing the fixture files") {
      try await update.files()
    }
    return (files, update.left)
  }

  /// Returns the reason password hashes are skipped, or nil if they are pulled or there are none.
  private func skippedHashesNote(
    _ fixtures: Fixtures,
    _ source: PullSource,
    _ pulled: PulledData
  ) throws -> String? {
    let count = source.passwordHashes.count
    if count == 0 { return nil }
    let hashes = counted(count, "password hash", plural: "password hashes")
    if pulled.masked != nil { return "skipped \(hashes), because the data is masked" }
    let set = try set()
    return fixtures.setsWithHashParameters.contains(set)
      ? nil
      : "skipped \(hashes); to pull password hashes, first add a \"hash\" block with their "
        + "parameters to fixtures/\(set)/accounts.yaml"
  }

  /// Returns a predicate for resources that Tane has written.
  ///
  /// The predicate is always true if the operation does not adopt manual edits, or if writes to the
  /// service are not recorded.
  private func writtenResourcePredicate() throws -> (Address) throws -> Bool {
    if options.addsFiles { return { _ in true } }
    let state = try StateDatabase.existing(in: environment.project)
    let ledger = EnvironmentLedger(of: profile, in: state)
    return { address in
      guard ledger.keeps(address.service) else { return true }
      return try state != nil && ledger.unrecorded(among: [address]).isEmpty
    }
  }

  // MARK: Writing

  /// Writes the files unless an object contains the original of a masked value; restores the
  /// previous files if interrupted.
  private func write(
    _ files: [FixtureUpdate.File],
    _ pulled: PulledData,
    _ masking: PullMasker,
    leaving left: [Address]
  ) async throws {
    let check = masking.originalCheck(for: pulled.masked)
    let interruption = interaction.interruption
    do {
      try await interruption.cancelling {
        var found: [Diagnostic] = []
        try await FixtureFileWriter(project: environment.project).write(
          files,
          bytes: { address in
            let bytes = try await bytes(of: address, pulled)
            let findings = check?.findings(inBytes: bytes, of: address) ?? []
            found += findings
            return findings.isEmpty ? bytes : nil
          },
          download: { address, draft in
            // The check for original values needs the object's bytes in memory.
            guard check == nil else { return false }
            return try await download(address, to: draft, pulled)
          },
          for: options.addsFiles ? .pull : .adopt,
          timeout: environment.timeout,
          accepting: { project in
            try masking.throwIfNotEmpty(found)
            try await verify(pulled, in: project, leaving: left)
          }
        )
      }
    } catch {
      guard interruption.isInterrupted else { throw error }
      throw OperationFailure(.interrupted, "interrupted; nothing was written")
    }
    interruption.note("the fixtures were written")
  }

  private func bytes(of address: Address, _ pulled: PulledData) async throws -> [UInt8] {
    guard let (bucket, name) = try object(at: address, pulled) else { return [] }
    return try await bucket.data(at: name, maximumSize: .max)
  }

  /// Downloads an object to a new file; returns false if its bucket does not support downloads to
  /// files.
  private func download(
    _ address: Address,
    to file: FilePath,
    _ pulled: PulledData
  ) async throws -> Bool {
    guard let (bucket, name) = try object(at: address, pulled), let bucket = bucket.files
    else { return false }
    try await bucket.download(name, toFileAt: file.string) { _, _ in }
    return true
  }

  /// Returns the bucket and the object name for an object's address in fixtures.
  private func object(
    at address: Address,
    _ pulled: PulledData
  ) throws -> (bucket: any ObjectReader, name: String)? {
    guard let address = pulled.masked.map({ $0.objects[address] }) ?? address else { return nil }
    return (try pulled.readers.reader(.buckets, named: address.service), address.objectName)
  }

  /// Throws an `OperationFailure` if reading back the new files would not yield the environment's
  /// data.
  private func verify(
    _ pulled: PulledData,
    in project: Project,
    leaving left: [Address]
  ) async throws {
    let fixtures = try environment.moved(to: project)
      .fixtures(otherwise: "nothing was written", interaction)
    let pull = EnvironmentPull(fixtures, adapters, pulled.scope, of: pulled.held)
    let difference = try await pull.difference(on: pulled.readers, expectingAgreement: true)
    let rest = difference.resources.flatMap { resource in
      resource.written.changes.filter { options.prunes || $0.old != nil }
        .map { Address(service: resource.address.service, path: $0.path) }
    }.filter { place in !left.contains { $0.contains(place) } }
    guard !rest.isEmpty else { return }
    rest.forEach { interaction.note("! different when read back  \($0)") }
    throw OperationFailure(
      .found,
      "\(counted(rest.count, "value")) would differ when read back from \(profile.name); nothing was written"
    )
  }
}
