import TaneCore
import TaneProject

/// How far a run came, service by service.
struct RunTally {
  private let services: [(name: String, steps: [PlanStep])]
  /// The steps of each service that are not made.
  private var missing: [String: Int]
  private var refusals: [String: [PlanRefusal]] = [:]
  /// Whether anything was written, or may have been.
  private(set) var wroteAnything = false
  /// What the services said.
  private(set) var receipt: RunReceipt
  /// The service of the first batch that was not made.
  private var failed: String?

  init(_ plan: Plan) {
    services = plan.services
    receipt = RunReceipt(of: plan)
    missing = Dictionary(services.map { ($0.name, $0.steps.count) }, uniquingKeysWith: +)
  }

  /// Notes what became of a batch.
  mutating func add(_ outcome: BatchOutcome, of service: String) {
    missing[service]? -= outcome.madeCount
    if let made = outcome.receipt {
      refusals[service, default: []] += made.refusals
      receipt.add(made.versions)
    }
    if outcome.mayHaveWritten { wroteAnything = true }
    if outcome.error != nil { failed = failed ?? service }
  }

  /// The error of the first service that did not make all steps that it was sent; nil where all did.
  var refusal: StoreError? {
    services.lazy.compactMap { service, steps in
      guard let refusals = refusals[service], !refusals.isEmpty else { return nil }
      return Self.error(refusals, of: steps, service)
    }.first
  }

  /// What is known of a run that stopped.
  func failure(_ cause: any Error) -> SeedFailure {
    let names = services.map(\.name)
    return SeedFailure(
      cause: cause,
      service: failed,
      written: names.filter { missing[$0] == 0 },
      remaining: names.filter { missing[$0] != 0 },
      wroteAnything: wroteAnything
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
}

/// What became of a batch.
struct BatchOutcome: Sendable {
  /// The batch's place among those of its phase.
  let index: Int
  /// The number of steps that were made.
  private(set) var madeCount = 0
  /// What the service said; nil where the batch was not made.
  private(set) var receipt: BatchReceipt?
  /// Whether the service wrote anything, or may have.
  private(set) var mayHaveWritten = false
  /// Why the batch was not made, or not written down.
  private(set) var error: (any Error)?

  init(_ index: Int) { self.index = index }

  /// Notes that the service has made steps.
  mutating func note(_ receipt: BatchReceipt, madeCount: Int) {
    self.receipt = receipt
    self.madeCount = madeCount
    mayHaveWritten = madeCount > 0
  }

  /// Notes why the batch was not sent.
  mutating func note(unsent error: any Error) { self.error = error }

  /// Notes why the batch was not made.
  mutating func note(_ error: any Error) {
    self.error = error
    // An answer that got lost may be that of a write that was made.
    if let error = error as? StoreError, error.outcome != .nothingWritten { mayHaveWritten = true }
  }
}
