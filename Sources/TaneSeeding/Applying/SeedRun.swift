public import TaneCore
public import TaneProject

/// Applies a plan: one atomic update a database, then the objects of each bucket.
public struct SeedRun: Sendable {
  /// What a run tells while it is under way.
  public enum Event: Sendable, Hashable {
    /// It begins to write a database, in a number of writes.
    case writing(database: String, count: Int)
    /// It begins to upload the `index`th of `count` objects.
    case uploading(index: Int, count: Int)
  }

  private let plan: SeedPlan
  private let stores: EnvironmentStores
  private let project: Project

  /// Creates a run of a plan.
  public init(_ plan: SeedPlan, on stores: EnvironmentStores, in project: Project) {
    self.plan = plan
    self.stores = stores
    self.project = project
  }

  /// Writes everything, or throws a `SeedFailure` that says what was written.
  public func apply(
    in environment: String,
    report: @Sendable (Event) -> Void = { _ in }
  ) async throws {
    let buckets = Set(plan.uploads.map(\.fixture.bucket)).sorted()
    let services = plan.databaseSteps.map(\.database) + buckets
    var journal = try SeedJournal.begin(environment: environment, services: services, in: project)
    var uploaded = 0
    do {
      for step in plan.databaseSteps {
        try Task.checkCancellation()
        report(.writing(database: step.database, count: step.writes.count))
        try await stores.database(named: step.database).update(step.writes)
        try journal.markDone()
      }
      for bucket in buckets {
        for upload in plan.uploads where upload.fixture.bucket == bucket {
          try Task.checkCancellation()
          report(.uploading(index: uploaded + 1, count: plan.uploads.count))
          try await put(upload)
          uploaded += 1
        }
        try journal.markDone()
      }
      try journal.remove()
    } catch {
      throw failure(error, journal, uploaded)
    }
  }

  private func put(_ upload: SeedPlan.Upload) async throws {
    let fixture = upload.fixture
    guard let data = try project.files.bytes(of: fixture.file),
      data.count == fixture.size, CRC32C.checksum(of: data) == fixture.crc32c
    else {
      throw StoreError(
        .conflict,
        service: fixture.bucket,
        "\(fixture.position.file) changed while it was being seeded; run the command again"
      )
    }
    let store = try stores.bucket(named: fixture.bucket)
    _ = try await store.put(
      data,
      at: fixture.name,
      metadata: fixture.metadata,
      if: upload.replacedGeneration.map { .generation($0) } ?? .absent
    )
  }

  private func failure(_ cause: any Error, _ journal: SeedJournal, _ uploaded: Int) -> SeedFailure {
    let written = journal.entries.filter(\.isDone).map(\.service)
    let remaining = journal.entries.filter { !$0.isDone }.map(\.service)
    let wroteAnything = !written.isEmpty || uploaded > 0
    if !wroteAnything { try? journal.remove() }
    return SeedFailure(
      cause: cause,
      written: written,
      remaining: remaining,
      wroteAnything: wroteAnything
    )
  }
}
