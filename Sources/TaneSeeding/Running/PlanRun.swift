package import TaneCore
package import TaneProject

/// A run of a plan in batches, which run concurrently unless their order matters (`PlanOrder`).
package struct PlanRun: Sendable {
  /// The default maximum number of concurrent batches.
  package static let defaultConcurrentBatches = 4

  private let plan: Plan
  private let stores: EnvironmentStores
  private let context: AdapterContext
  private let contentSource: PlanContentSource
  private let journal: RunJournal?
  private let lease: EnvironmentLease?
  private let maximumConcurrentBatches: Int

  /// Creates a run of a plan.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - stores: The services of the environment.
  ///   - context: The context of the environment for adapters.
  ///   - contentSource: The source of the data to write that is not in the plan.
  ///   - journal: The journal of the run; without it the run can neither be finished after a crash
  ///     nor reverted.
  ///   - lease: The lease that excludes other runs; after it expires, nothing more is sent.
  ///   - maximumConcurrentBatches: The maximum number of concurrent batches.
  package init(
    _ plan: Plan,
    on stores: EnvironmentStores,
    _ context: AdapterContext,
    with contentSource: PlanContentSource,
    journal: RunJournal? = nil,
    lease: EnvironmentLease? = nil,
    maximumConcurrentBatches: Int = PlanRun.defaultConcurrentBatches
  ) {
    self.plan = plan
    self.stores = stores
    self.context = context
    self.contentSource = contentSource
    self.journal = journal
    self.lease = lease
    self.maximumConcurrentBatches = max(1, maximumConcurrentBatches)
  }

  /// Writes everything, or throws a `SeedFailure` with the services that were written.
  ///
  /// After a failure, no further batch is started; batches in progress are awaited and recorded.
  ///
  /// - Returns: The services' receipts.
  @discardableResult
  package func apply(
    report: @Sendable (RunProgress) -> Void = { _ in }
  ) async throws -> RunReceipt {
    var tally = RunTally(plan)
    do {
      let order = PlanOrder(plan.steps)
      for (service, steps) in plan.services { try await writer(of: service).check(steps) }
      let schedules = try order.phases.map { try BatchSchedule($0, in: order, by: writer(of:)) }
      for schedule in schedules {
        try await execute(schedule, noting: &tally, report: report)
        if let refusal = tally.refusal { throw refusal }
      }
      // Without synchronization, the journal could record writes that are lost in a power failure.
      try await stores.synchronize()
      try journal?.end(.done)
      return tally.receipt
    } catch {
      if tally.wroteAnything { try? journal?.end(.failed) } else { try? journal?.remove() }
      throw tally.failure(error)
    }
  }

  /// Writes the batches of a phase.
  private func execute(
    _ schedule: BatchSchedule,
    noting tally: inout RunTally,
    report: (RunProgress) -> Void
  ) async throws {
    var schedule = schedule
    var failure: (any Error)?
    var inFlight = 0
    var last: [String: RunProgress] = [:]
    await withTaskGroup(of: BatchOutcome.self) { group in
      repeat {
        while failure == nil, inFlight < maximumConcurrentBatches, let index = schedule.next() {
          guard !Task.isCancelled else {
            failure = CancellationError()
            break
          }
          let entry = schedule.entries[index]
          let progress = entry.batch.progress
          if last.updateValue(progress, forKey: entry.service) != progress { report(progress) }
          group.addTask { await execute(entry, at: index) }
          inFlight += 1
        }
        guard let outcome = await group.next() else { return }
        inFlight -= 1
        tally.add(outcome, of: schedule.entries[outcome.index].service)
        schedule.finish(outcome.index)
        failure = failure ?? outcome.error
      } while true
    }
    if let failure { throw failure }
  }

  /// Writes a batch, which is recorded before it is sent and after it is acknowledged.
  private func execute(_ entry: BatchSchedule.Entry, at index: Int) async -> BatchOutcome {
    let (batch, writer) = (entry.batch, entry.writer)
    var outcome = BatchOutcome(index)
    do {
      try await recordBatchSending(batch, by: writer)
      try lease?.check()
    } catch {
      outcome.note(unsent: error)
      return outcome
    }
    do {
      let receipt = try await writer.apply(batch)
      let rejectedAddresses = Set(receipt.rejectedSteps.map(\.address))
      let appliedSteps = batch.steps.filter { !rejectedAddresses.contains($0.address) }
      outcome.note(receipt, appliedCount: appliedSteps.count)
      try journal?.acknowledge(appliedSteps)
    } catch {
      outcome.note(error)
    }
    return outcome
  }

  private func recordBatchSending(
    _ batch: PlanBatch,
    by writer: any ResourceWriter
  ) async throws {
    guard let journal else { return }
    let replaced = try batch.steps.filter {
      guard let blob = $0.before.blob, blob != $0.difference.new.blob else { return false }
      return try journal.reserveBytes(blob.size)
    }
    var bytes: [Address: [UInt8]] = [:]
    for step in replaced { bytes[step.address] = try await writer.bytes(replacedBy: step) }
    try journal.recordSending(of: batch.steps, replacing: bytes)
  }

  private func writer(of service: String) throws -> any ResourceWriter {
    if let adapter = stores.readers.kind(of: service)?.adapter {
      return try adapter.writer(named: service, in: stores, context, contentSource)
    }
    throw StoreError(
      .notFound,
      service: service,
      "the environment has no reachable service with this name"
    )
  }
}
