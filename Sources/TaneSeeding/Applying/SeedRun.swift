public import TaneCore
public import TaneProject

/// Applies a plan: one atomic update a database, then the documents in atomic commits, the accounts, and
/// the objects of each bucket.
public struct SeedRun: Sendable {
  /// What a run tells while it is under way.
  public enum Event: Sendable, Hashable {
    /// It begins to write a database, in a number of writes.
    case writing(database: String, count: Int)
    /// It begins to make the `index`th of `count` commits of documents.
    case committing(index: Int, count: Int)
    /// It begins to store a number of accounts.
    case importing(count: Int)
    /// It begins to upload the `index`th of `count` objects.
    case uploading(index: Int, count: Int)
  }

  let plan: SeedPlan
  let stores: EnvironmentStores
  let project: Project

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
    var journal = try SeedJournal.begin(environment: environment, services: services, in: project)
    // Whether a part of a step has been made.
    var isUnderWay = false
    do {
      for step in plan.databaseSteps {
        try Task.checkCancellation()
        report(.writing(database: step.database, count: step.writes.count))
        let store = try stores.store(.databases, named: step.database)
        try await store.updateUnlessDone(step.writes)
        try journal.markDone()
      }
      if !plan.documentCommits.isEmpty {
        try await commitDocuments({ isUnderWay = true }, report: report)
        try journal.markDone()
      }
      if !plan.accountImports.isEmpty {
        try await importAccounts({ isUnderWay = true }, report: report)
        try journal.markDone()
      }
      var uploaded = 0
      for bucket in buckets {
        for upload in plan.uploads where upload.fixture.bucket == bucket {
          try Task.checkCancellation()
          report(.uploading(index: uploaded + 1, count: plan.uploads.count))
          try await put(upload)
          uploaded += 1
          isUnderWay = true
        }
        try journal.markDone()
      }
      // Until then the journal tells of writes that a power failure could take.
      try await stores.synchronize()
      try journal.remove()
    } catch {
      throw failure(error, journal, isUnderWay)
    }
  }

  private var buckets: [String] { Set(plan.uploads.map(\.fixture.bucket)).sorted() }

  /// The services that are written, in the order in which they are.
  private var services: [String] {
    plan.databaseSteps.map(\.database) + (plan.documentCommits.isEmpty ? [] : [Address.firestore])
      + (plan.accountImports.isEmpty ? [] : [Address.accounts]) + buckets
  }

  private func failure(
    _ cause: any Error,
    _ journal: SeedJournal,
    _ isUnderWay: Bool
  ) -> SeedFailure {
    let written = journal.entries.filter(\.isDone).map(\.service)
    let remaining = journal.entries.filter { !$0.isDone }.map(\.service)
    // An answer that got lost may be that of a write that was made.
    let isKnown = (cause as? StoreError).map { $0.outcome == .nothingWritten } ?? true
    let wroteAnything = !written.isEmpty || isUnderWay || !isKnown
    if !wroteAnything { try? journal.remove() }
    return SeedFailure(
      cause: cause,
      written: written,
      remaining: remaining,
      wroteAnything: wroteAnything
    )
  }
}
