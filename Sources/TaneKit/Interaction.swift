package import TaneCore
package import TaneProject
package import TaneSeeding

/// How an operation asks for confirmation and reports progress: on a terminal, silently, or recorded by a test.
package protocol Interaction: Sendable {
  /// A Boolean value indicating whether a person can answer questions.
  var isInteractive: Bool { get }

  /// Handles signals that ask the process to end.
  var interruption: any InterruptionHandler { get }

  /// Returns true if a person agrees.
  func confirms(_ question: String) -> Bool

  /// Returns a person's answer, or nil if there is none.
  func ask(_ question: String) -> String?

  /// Reports a step under way; `isAnnounced` prints it even where progress cannot be displayed.
  func progress(_ progress: RunProgress, isAnnounced: Bool)

  /// Ends the display of progress.
  func endProgress()

  /// Reports something that is not part of the result.
  func note(_ text: String)

  /// Shows a seed's plan before anything is confirmed or written.
  func show(_ proposal: SeedProposal)

  /// Shows a saved plan before anything is confirmed or written.
  func show(_ plan: Plan)

  /// Shows the plan that finishes or reverts a run before anything is confirmed or written.
  func show(_ outcome: Replay.Outcome, of run: RunRecord)

  /// Shows what differs after a seed was written and read back.
  func show(unverified difference: Difference)
}

extension Interaction {
  /// Shows a step while it is under way.
  func showing<Result>(
    _ step: String,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    progress(.step(step), isAnnounced: false)
    defer { endProgress() }
    return try await body()
  }
}

/// Handles signals that ask the process to end, such as Ctrl-C, during an operation.
package protocol InterruptionHandler: Sendable {
  /// Sets the sentence that an interruption reports about the work so far.
  func note(_ outcome: String)

  /// Runs a write that a signal cancels.
  func cancelling<Result: Sendable>(
    _ write: @escaping @Sendable () async throws -> Result
  ) async throws -> Result
}
