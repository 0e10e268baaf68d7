package import TaneCore

/// A writer that applies the steps of a plan to one service of an environment.
package protocol ResourceWriter: Sendable {
  /// Splits steps into batches, in order.
  func batches(of steps: [PlanStep]) -> [PlanBatch]

  /// A Boolean value indicating whether batches are applied one after another rather than
  /// concurrently.
  var isSequential: Bool { get }

  /// Applies a batch atomically, except for rejected steps.
  ///
  /// A step whose resource already has the final content counts as applied, regardless of which
  /// client wrote it. If a service rejects some steps and applies the others, the receipt contains
  /// the rejected steps with the reasons.
  func apply(_ batch: PlanBatch) async throws -> BatchReceipt

  /// Throws an error if the service would reject steps; called before any write.
  func check(_ steps: [PlanStep]) async throws

  /// Returns the bytes of an object that a step replaces or deletes, or nil if the object has
  /// changed since it was read.
  func bytes(replacedBy step: PlanStep) async throws -> [UInt8]?
}

extension ResourceWriter {
  /// True: batches are applied one at a time.
  package var isSequential: Bool { true }

  /// Does nothing.
  package func check(_ steps: [PlanStep]) async throws {}

  /// Returns nil, since only objects have bytes.
  package func bytes(replacedBy step: PlanStep) async throws -> [UInt8]? { nil }
}

/// A batch of steps that are applied in one request.
package struct PlanBatch: Sendable {
  /// The steps that the request applies.
  package let steps: [PlanStep]
  /// The progress to report before the batch is applied.
  package let progress: RunProgress
}

/// The result of a batch.
package struct BatchReceipt: Sendable {
  /// The steps that were rejected although other steps were applied.
  package var rejectedSteps: [RejectedStep] = []
  /// The versions of the written resources, if the service returns them.
  package var versions: [Address: ResourceVersion] = [:]
}

/// A step that a service rejected although it applied other steps of the batch.
package struct RejectedStep: Sendable {
  package let address: Address
  /// The cause, as a clause without a full stop.
  package let message: String
}

/// A progress report of a run.
package enum RunProgress: Sendable, Hashable {
  /// A description of a single step.
  case step(String)
  /// A description of similar items, the one-based index of the current item, and the number of
  /// items.
  case count(String, index: Int, of: Int)
}
