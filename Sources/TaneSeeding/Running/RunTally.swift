import TaneCore
import TaneProject

/// The progress of a run, service by service.
struct RunTally {
  private let services: [(name: String, steps: [PlanStep])]
  /// The number of each service's steps that have not been applied yet.
  private var remainingStepCounts: [String: Int]
  private var rejectedSteps: [String: [RejectedStep]] = [:]
  /// A Boolean value indicating whether anything was written, or may have been.
  private(set) var wroteAnything = false
  /// The services' receipts so far.
  private(set) var receipt: RunReceipt
  /// The service of the first failed batch.
  private var failed: String?

  init(_ plan: Plan) {
    services = plan.services
    receipt = RunReceipt(of: plan)
    remainingStepCounts = Dictionary(
      services.map { ($0.name, $0.steps.count) },
      uniquingKeysWith: +
    )
  }

  /// Adds the outcome of a batch.
  mutating func add(_ outcome: BatchOutcome, of service: String) {
    remainingStepCounts[service]? -= outcome.appliedCount
    if let made = outcome.receipt {
      rejectedSteps[service, default: []] += made.rejectedSteps
      receipt.add(made.versions)
    }
    if outcome.mayHaveWritten { wroteAnything = true }
    if outcome.error != nil { failed = failed ?? service }
  }

  /// The error from the first service that rejected steps, if any.
  var refusal: StoreError? {
    services.lazy.compactMap { service, steps in
      guard let rejectedSteps = rejectedSteps[service], !rejectedSteps.isEmpty else { return nil }
      return Self.error(rejectedSteps, of: steps, service)
    }.first
  }

  /// Returns the error for a run that stopped.
  func failure(_ cause: any Error) -> SeedFailure {
    let names = services.map(\.name)
    return SeedFailure(
      cause: cause,
      service: failed,
      written: names.filter { remainingStepCounts[$0] == 0 },
      remaining: names.filter { remainingStepCounts[$0] != 0 },
      wroteAnything: wroteAnything
    )
  }

  private static func error(
    _ rejectedSteps: [RejectedStep],
    of steps: [PlanStep],
    _ service: String
  ) -> StoreError {
    let shown = rejectedSteps.prefix(3).map { "\($0.address): \($0.message)" }
    let rest = rejectedSteps.count - shown.count
    let noun = steps.first?.difference.rules.noun ?? "node"
    return StoreError(
      .conflict,
      service: service,
      "\(rejectedSteps.count.grouped) of \(counted(steps.count, noun)) \(rejectedSteps.count == 1 ? "was" : "were")"
        + " not stored: \(shown.joined(separator: "; "))"
        + (rest > 0 ? "; and \(rest.grouped) more" : "")
    )
  }
}

/// The outcome of a batch.
struct BatchOutcome: Sendable {
  /// The index of the batch in its phase.
  let index: Int
  /// The number of steps that were applied.
  private(set) var appliedCount = 0
  /// The service's receipt, or nil if the batch was not applied.
  private(set) var receipt: BatchReceipt?
  /// A Boolean value indicating whether the service wrote anything, or may have.
  private(set) var mayHaveWritten = false
  /// The error that prevented writing the batch or its record.
  private(set) var error: (any Error)?

  init(_ index: Int) { self.index = index }

  /// Records that the service applied steps.
  mutating func note(_ receipt: BatchReceipt, appliedCount: Int) {
    self.receipt = receipt
    self.appliedCount = appliedCount
    mayHaveWritten = appliedCount > 0
  }

  /// Records the error that prevented sending.
  mutating func note(unsent error: any Error) { self.error = error }

  /// Records the error of the batch.
  mutating func note(_ error: any Error) {
    self.error = error
    // A lost response may belong to a successful write.
    if let error = error as? StoreError, error.outcome != .nothingWritten { mayHaveWritten = true }
  }
}
