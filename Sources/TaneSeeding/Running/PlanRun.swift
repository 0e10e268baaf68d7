public import TaneCore
public import TaneProject

/// Makes what a plan says, service by service, and batch by batch in each.
public struct PlanRun: Sendable {
  private let plan: Plan
  private let stores: EnvironmentStores
  private let context: AdapterContext
  private let materials: PlanMaterials
  private let journal: RunJournal?

  /// Creates a run of a plan; without a journal it can neither be finished after a crash nor be taken back.
  public init(
    _ plan: Plan,
    on stores: EnvironmentStores,
    _ context: AdapterContext,
    with materials: PlanMaterials,
    journal: RunJournal? = nil
  ) {
    self.plan = plan
    self.stores = stores
    self.context = context
    self.materials = materials
    self.journal = journal
  }

  /// Writes everything, or throws a `SeedFailure` that says what was written.
  public func apply(report: @Sendable (RunProgress) -> Void = { _ in }) async throws {
    let services = plan.services
    var written: [String] = []
    // Whether a part of a service has been written.
    var isUnderWay = false
    do {
      for (name, steps) in services {
        try await write(steps, to: name, { isUnderWay = true }, report: report)
        written.append(name)
      }
      // Until then the journal tells of writes that a power failure could take.
      try await stores.synchronize()
      try journal?.end(.done)
    } catch {
      let remaining = services.map(\.name).filter { !written.contains($0) }
      throw failure(error, written: written, remaining: remaining, isUnderWay: isUnderWay)
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
      try await noteSending(batch, by: writer)
      let refused = try await writer.apply(batch)
      if refused.count < batch.steps.count { noteWritten() }
      let unmade = Set(refused.map(\.address))
      try journal?.acknowledge(batch.steps.filter { !unmade.contains($0.address) })
      refusals += refused
    }
    guard refusals.isEmpty else { throw Self.error(refusals, of: steps, service) }
  }

  private func noteSending(
    _ batch: PlanBatch,
    by writer: any ResourceWriter
  ) async throws {
    guard let journal else { return }
    let replaced = try batch.steps.filter {
      guard let blob = $0.before.blob, blob != $0.after.blob else { return false }
      return try journal.keepsBytes(blob.size)
    }
    var bytes: [Address: [UInt8]] = [:]
    for step in replaced { bytes[step.address] = try await writer.bytes(replacedBy: step) }
    try journal.send(batch.steps, replacing: bytes)
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
    written: [String],
    remaining: [String],
    isUnderWay: Bool
  ) -> SeedFailure {
    // An answer that got lost may be that of a write that was made.
    let isKnown = (cause as? StoreError).map { $0.outcome == .nothingWritten } ?? true
    let wroteAnything = !written.isEmpty || isUnderWay || !isKnown
    if wroteAnything { try? journal?.end(.failed) } else { try? journal?.remove() }
    return SeedFailure(
      cause: cause,
      written: written,
      remaining: remaining,
      wroteAnything: wroteAnything
    )
  }
}
