package import TaneCore

/// Makes the steps of a plan in one service of an environment.
package protocol ResourceWriter: Sendable {
  /// The steps in as many batches as it takes, in the order of the steps.
  func batches(of steps: [PlanStep]) -> [PlanBatch]

  /// A Boolean value indicating whether batches are applied one after another rather than
  /// concurrently.
  var isSequential: Bool { get }

  /// Makes a batch: all of it, or none, except the steps that the receipt names.
  ///
  /// A step whose resource is already as it shall become counts as made, whoever made it. Where the service
  /// says no to single steps and makes the others, these are in the receipt with the reason.
  func apply(_ batch: PlanBatch) async throws -> BatchReceipt

  /// Finds out whether the service would make steps, before any service is written.
  func check(_ steps: [PlanStep]) async throws

  /// The bytes of an object that a step replaces or deletes, where it still is the one that was read.
  func bytes(replacedBy step: PlanStep) async throws -> [UInt8]?
}

extension ResourceWriter {
  /// One batch at a time.
  package var isSequential: Bool { true }

  /// Asks nothing.
  package func check(_ steps: [PlanStep]) async throws {}

  /// Only objects have bytes.
  package func bytes(replacedBy step: PlanStep) async throws -> [UInt8]? { nil }
}

/// Steps that one request makes.
package struct PlanBatch: Sendable {
  /// The steps.
  package let steps: [PlanStep]
  /// The progress to report before the batch is applied.
  package let progress: RunProgress
}

/// The result of a batch.
package struct BatchReceipt: Sendable {
  /// The steps that it did not make, though it made others.
  package var refusals: [PlanRefusal] = []
  /// The versions of the resources that it wrote, as far as it tells them.
  package var versions: [Address: ResourceVersion] = [:]
}

/// A step that a service did not make, though it made others of its batch.
package struct PlanRefusal: Sendable {
  /// The step's resource.
  package let address: Address
  /// The cause, as a clause without a full stop.
  package let message: String
}

/// A progress report of a run.
public enum RunProgress: Sendable, Hashable {
  /// A step of its own.
  case step(String)
  /// One of many alike.
  case count(String, index: Int, of: Int)
}
