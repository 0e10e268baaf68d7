import Synchronization
package import SystemPackage
import TaneCore
package import TaneProject
import TaneRuntime
import TaneSeeding
import TaneServices

/// A pull that reads documents from an export in a bucket, which is faster than reading a large
/// database document by document.
///
/// The export is recorded until the pull has succeeded. If the command is killed or fails, running
/// it again continues the same export instead of starting another one, which would also be charged.
package final class BulkExport: Sendable {
  /// A closure that reads a Firestore export in a folder, given a name for messages and the
  /// project's fixtures.
  package typealias Reader =
    @Sendable (_ folder: FilePath, _ name: String, Fixtures) async throws -> PullSource

  let environment: ProjectEnvironment
  let interaction: any PresentingInteraction
  let firestore: ServiceProfile
  let records: ExportRecords
  private let options: PullOptions
  private let destination: BucketFolder
  private let client: FirestoreClient
  /// The name of the export operation, or nil until it is known.
  private let operation = Mutex<String?>(nil)

  /// Checks the options without sending requests.
  ///
  /// - Parameters:
  ///   - url: The `gs://` URL of the bucket or folder to export to.
  ///   - environment: The environment.
  ///   - options: The options of the pull.
  ///   - interaction: Receives notes and progress, and cancels the export on Ctrl-C.
  /// - Throws: An `OperationFailure` with reason `usage` if the environment or an address cannot be
  ///   exported, or a `StoreError` if the credentials cannot be used.
  package init(
    to url: String,
    of environment: ProjectEnvironment,
    _ options: PullOptions,
    _ interaction: any PresentingInteraction
  ) throws {
    guard let destination = BucketFolder(url) else {
      throw OperationFailure(
        .usage,
        "--bulk: \"\(Redaction.url(url))\" is not a folder in a bucket; expected gs://BUCKET/FOLDER"
      )
    }
    let profile = environment.profile
    firestore = try Self.firestore(of: profile, options.addresses)
    client = try environment.connector.firestoreClient(of: firestore, in: profile)
    records = ExportRecords(of: profile.name, in: environment.project)
    (self.environment, self.options) = (environment, options)
    (self.destination, self.interaction) = (destination, interaction)
  }

  /// Returns the Firestore service; throws if an address belongs to another service.
  private static func firestore(
    of profile: EnvironmentProfile,
    _ addresses: [Address]
  ) throws -> ServiceProfile {
    try addresses.forEach(profile.checkService)
    let firestore = profile.services(of: .firestore).first
    if let other = addresses.first(where: { $0.service != firestore?.name }) {
      throw OperationFailure(
        .usage,
        "\(other): --bulk exports only Firestore; pull this address without --bulk"
      )
    }
    guard let firestore, firestore.location.isFirebase else {
      throw OperationFailure(
        .usage,
        "--bulk exports only databases hosted by Firebase, but \(profile.name) has Firestore at "
          + "\(firestore?.url ?? ""); pull without --bulk"
      )
    }
    return firestore
  }

  /// Runs a pull from the export, and removes the export's record if the pull succeeds and is not a
  /// dry run.
  ///
  /// - Parameters:
  ///   - read: Reads the downloaded export.
  ///   - body: Runs the pull.
  /// - Returns: The result of `body`.
  /// - Throws: An `OperationFailure`, or an error from `body`.
  package func pull<Result>(
    reading read: @escaping Reader,
    _ body: (PullOperation) async throws -> Result
  ) async throws -> Result {
    let lock = try await records.lock(timeout: environment.timeout)
    defer { lock.release() }
    let result = try await body(
      PullOperation(
        environment,
        options,
        from: { fixtures in
          let collections = self.collections(beside: fixtures)
          return try await self.source(of: self.export(collections), beside: fixtures, read)
        },
        checksGuard: true,
        interaction
      )
    )
    guard !options.isDryRun else { return result }
    do {
      try removeExportRecord()
    } catch {
      interaction.note("note: the next pull reads the same export again: \(error.sentence)")
    }
    return result
  }

  /// Removes the record of the export, so that the next pull starts a new export.
  func removeExportRecord() throws {
    if let operation = operation.withLock({ $0 }) { try records.remove(operation) }
  }

  /// Returns the collections to export, or an empty array for all.
  ///
  /// If an export is limited to collections, Firestore includes only subcollections whose
  /// identifiers are listed as well, and the identifiers of all subcollections cannot be queried.
  /// If whole collections are pulled, the subcollections in the fixtures are therefore exported
  /// with them.
  private func collections(beside fixtures: Fixtures) -> [String] {
    let addresses = options.addresses
    guard options.follow == nil, addresses.allSatisfy({ $0.path.components.count == 1 }) else {
      return []
    }
    let described = fixtures.resources.map(\.address).filter { address in
      addresses.contains { $0.contains(address) }
    }
    let ids = (addresses + described).flatMap { address in
      stride(from: 0, to: address.path.components.count, by: 2).map { address.path.components[$0] }
    }
    // Identifiers are compared byte by byte, as in Firestore.
    let unique = Set(ids.map { DocumentPath([$0]) }).sorted().map(\.id)
    guard unique.count <= Self.maximumCollections else { return [] }
    interaction.note(
      "note: the export contains only the collections \(unique.joined(separator: ", ")); to export "
        + "all other subcollections as well, pull \(firestore.name):/"
    )
    return unique
  }

  /// The maximum number of collections in a request
  /// (<https://cloud.google.com/datastore/docs/export-import-entities>).
  private static let maximumCollections = 100
}

// MARK: The operation

extension BulkExport {
  /// Returns the completed export; an interruption cancels it.
  private func export(_ collections: [String]) async throws -> ManagedExport {
    let interruption = interaction.interruption
    interruption.note(
      "an export may continue at Firebase and be charged: run the same command again to continue "
        + "it; nothing was written"
    )
    defer {
      interaction.endProgress()
      interruption.note("nothing was written")
    }
    do {
      return try await interruption.cancelling { try await self.complete(collections) }
    } catch {
      guard interruption.isInterrupted else { throw error }
      throw await cancelExport()
    }
  }

  /// Continues the recorded export or starts a new one, and waits until it is complete.
  private func complete(_ collections: [String]) async throws -> ManagedExport {
    interaction.progress(.step(Self.title), isAnnounced: false)
    let database = client.location.database.description
    let known = try records.operation(
      of: database,
      to: "\(destination)",
      collections: collections
    )
    if let known {
      interaction.note("note: continuing the export \(known)")
      if let export = try await waitForEnd(of: known) { return export }
      interaction.note("note: Firebase no longer has this export; starting another one")
    }
    let started = try await client.startExport(to: "\(destination)", collections: collections)
    operation.withLock { $0 = started.name }
    try records.add(
      ExportRecord(
        database: database,
        destination: "\(destination)",
        collections: collections,
        operation: started.name
      )
    )
    guard let export = try await waitForEnd(of: started.name) else {
      throw OperationFailure(
        .failed,
        "Firebase no longer has the export \(started.name); run the command again"
      )
    }
    return export
  }

  private static let title = "exporting documents"

  /// Waits until an export completes; returns nil if the service no longer has it.
  private func waitForEnd(of name: String) async throws -> ManagedExport? {
    operation.withLock { $0 = name }
    let last: ManagedExport?
    do {
      last = try await client.waitForExport(named: name, onProgress: show)
    } catch let error as StoreError {
      throw OperationFailure(
        .failed,
        "\(error); the export \(name) may continue at Firebase: run the same command again to "
          + "continue it"
      )
    }
    if last?.isSuccessful == true { return last }
    try removeExportRecord()
    guard let last else { return nil }
    throw OperationFailure(
      .failed,
      "Firestore did not complete the export to \(destination): "
        + "\(last.failure ?? "no error message") (\(last.state))"
        + (last.isDenied ? "; \(FirestoreClient.bucketAdvice)" : "")
    )
  }

  private func show(_ export: ManagedExport) {
    let done = export.completedDocuments
    guard let total = export.estimatedDocuments else { return }
    // The total is an estimate.
    interaction.progress(
      .count(Self.title, index: done + 1, of: max(total, done)),
      isAnnounced: false
    )
  }

  /// Cancels the export, and returns the failure to report for the interrupted pull.
  private func cancelExport() async -> OperationFailure {
    guard let name = operation.withLock({ $0 }) else {
      return OperationFailure(.interrupted, "interrupted; no export was started")
    }
    do {
      try await client.cancelExport(named: name)
      try removeExportRecord()
      return OperationFailure(
        .interrupted,
        "interrupted; the export \(name) was canceled, and nothing was written"
      )
    } catch {
      return OperationFailure(
        .interrupted,
        "interrupted; the export \(name) could not be canceled (\(error)): run the same command "
          + "again to continue it, or cancel it with gcloud firestore operations cancel"
      )
    }
  }
}
