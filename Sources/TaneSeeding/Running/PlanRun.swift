public import TaneCore
public import TaneProject

/// Makes what a plan says, service by service, and batch by batch in each.
public struct PlanRun: Sendable {
  private let plan: Plan
  private let stores: EnvironmentStores
  private let context: AdapterContext
  private let materials: PlanMaterials
  private let project: Project

  /// Creates a run of a plan.
  public init(
    _ plan: Plan,
    on stores: EnvironmentStores,
    _ context: AdapterContext,
    with materials: PlanMaterials,
    in project: Project
  ) {
    self.plan = plan
    self.stores = stores
    self.context = context
    self.materials = materials
    self.project = project
  }

  /// Writes everything, or throws a `SeedFailure` that says what was written.
  public func apply(
    in environment: String,
    report: @Sendable (RunProgress) -> Void = { _ in }
  ) async throws {
    let services = plan.services
    var journal = try SeedJournal.begin(
      environment: environment,
      services: services.map(\.name),
      in: project
    )
    // Whether a part of a service has been written.
    var isUnderWay = false
    do {
      for (name, steps) in services {
        try await write(steps, to: name, { isUnderWay = true }, report: report)
        try journal.markDone()
      }
      // Until then the journal tells of writes that a power failure could take.
      try await stores.synchronize()
      try journal.remove()
    } catch {
      throw failure(error, journal, isUnderWay)
    }
  }

  private func write(
    _ steps: [PlanStep],
    to service: String,
    _ noteWritten: () -> Void,
    report: (RunProgress) -> Void
  ) async throws {
    let writer = try writer(of: service)
    var refusals: [PlanRefusal] = []
    var told: RunProgress?
    for batch in writer.batches(of: steps) {
      try Task.checkCancellation()
      if batch.progress != told { report(batch.progress) }
      told = batch.progress
      let refused = try await writer.apply(batch)
      if refused.count < batch.steps.count { noteWritten() }
      refusals += refused
    }
    guard refusals.isEmpty else { throw Self.error(refusals, of: steps, service) }
  }

  private func writer(of service: String) throws -> any ResourceWriter {
    if let adapter = stores.readers.kind(of: service)?.adapter {
      return try adapter.writer(named: service, in: stores, context, materials)
    }
    throw StoreError(
      .notFound,
      service: service,
      "the environment has no service of this name that can be reached"
    )
  }

  private static func error(
    _ refusals: [PlanRefusal],
    of steps: [PlanStep],
    _ service: String
  ) -> StoreError {
    let shown = refusals.prefix(3).map { "\($0.address): \($0.message)" }
    let rest = refusals.count - shown.count
    let noun = steps.first?.difference.rules.noun ?? "node"
    return StoreError(
      .conflict,
      service: service,
      "\(refusals.count.grouped) of \(counted(steps.count, noun)) \(refusals.count == 1 ? "was" : "were")"
        + " not stored: \(shown.joined(separator: "; "))"
        + (rest > 0 ? "; and \(rest.grouped) more" : "")
    )
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
