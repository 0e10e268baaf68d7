package import TaneCore
package import TaneProject
package import TaneSeeding

/// A receiver of an operation's progress and notes, such as a terminal or a recorder for tests.
package protocol OperationReporter: Sendable {
  /// Reports progress; an announced step is printed even if progress cannot be displayed.
  func progress(_ progress: RunProgress, isAnnounced: Bool)

  /// Ends the display of progress.
  func endProgress()

  /// Reports a note that is not part of the result.
  func note(_ text: String)

  /// Reports findings that do not stop the operation.
  func report(_ findings: [Diagnostic])

  /// Reports a summary of findings that do not stop the operation, such as one finding of each kind
  /// and the number of further findings.
  func report(summaryOf findings: [Diagnostic])
}

/// A receiver of an operation's questions and notes.
///
/// An interaction that a program provides cannot confirm writes to a protected environment. These
/// require a user at the terminal of `tane`, or the digest of an approved plan.
public protocol Interaction: Sendable {
  /// A Boolean value indicating whether questions are answered; if not, environments with the guard
  /// `confirm` require `SeedOptions.isConfirmed`.
  var isInteractive: Bool { get }

  /// Asks a question, such as whether to write a plan, and returns true if the answer is yes.
  func confirms(_ question: String) -> Bool

  /// Receives a note that is not part of the result.
  func note(_ text: String)
}

/// An interaction that answers no questions and discards notes.
public struct SilentInteraction: Interaction {
  /// Creates a silent interaction.
  public init() {}

  /// False, since questions are not answered.
  public var isInteractive: Bool { false }

  /// Returns false, which declines the question.
  public func confirms(_ question: String) -> Bool { false }

  /// Discards the note.
  public func note(_ text: String) {}
}

extension Interaction where Self == SilentInteraction {
  /// An interaction that answers no questions and discards notes.
  public static var silent: SilentInteraction { SilentInteraction() }
}

/// An interaction that also presents plans and progress, and can prompt for typed answers, such as
/// the terminal of `tane`.
package protocol PresentingInteraction: Interaction, OperationReporter {
  /// The handler for termination signals.
  var interruption: any InterruptionHandler { get }

  /// A Boolean value indicating whether the user can type an environment's name.
  var acceptsTypedAnswers: Bool { get }

  /// Prompts for a typed answer; returns nil if the user cannot be prompted.
  func ask(_ question: String) -> String?

  /// Shows a seed's plan before anything is confirmed or written.
  func show(_ proposal: SeedProposal)

  /// Shows a saved plan before anything is confirmed or written.
  func show(_ plan: Plan)

  /// Shows the plan that finishes or reverts a run before anything is confirmed or written.
  func show(_ outcome: Replay.Outcome, of run: RunRecord)

  /// Shows the fixture files that a pull will write, and the values that fixtures cannot describe.
  func show(_ files: [FixtureUpdate.File], leaving left: [FixtureUpdate.SkippedValue])

  /// Shows the differences that remain after a seed was written and read back.
  func show(unverified difference: Difference)
}

extension OperationReporter {
  /// Displays a step while an operation runs.
  package func withProgress<Result>(
    _ step: String,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    progress(.step(step), isAnnounced: false)
    defer { endProgress() }
    return try await body()
  }
}

/// A handler for termination signals, such as the one sent by Ctrl-C, during an operation.
package protocol InterruptionHandler: Sendable {
  /// A Boolean value indicating whether the process or the task was asked to stop.
  var isInterrupted: Bool { get }

  /// Sets the message to report on interruption, which describes the completed work.
  func note(_ outcome: String)

  /// Runs a write, and cancels it if a signal arrives.
  func cancelling<Result: Sendable>(
    _ write: @escaping @Sendable () async throws -> Result
  ) async throws -> Result
}

/// An adapter for a program's interaction that forwards questions and notes, but shows no plans or
/// progress and cannot prompt for typed answers.
struct ProgramInteraction: PresentingInteraction {
  let base: any Interaction

  var isInteractive: Bool { base.isInteractive }
  var acceptsTypedAnswers: Bool { false }
  var interruption: any InterruptionHandler { TaskCancellation() }
  func confirms(_ question: String) -> Bool { base.confirms(question) }
  func note(_ text: String) { base.note(text) }
  func report(_ findings: [Diagnostic]) { findings.forEach { note("\($0)") } }
  func report(summaryOf findings: [Diagnostic]) { report(findings) }

  func ask(_ question: String) -> String? { nil }
  func progress(_ progress: RunProgress, isAnnounced: Bool) {}
  func endProgress() {}
  func show(_ proposal: SeedProposal) {}
  func show(_ plan: Plan) {}
  func show(_ outcome: Replay.Outcome, of run: RunRecord) {}
  func show(_ files: [FixtureUpdate.File], leaving left: [FixtureUpdate.SkippedValue]) {}
  func show(unverified difference: Difference) {}
}

/// A handler that ignores signals; a write is canceled only with its task.
private struct TaskCancellation: InterruptionHandler {
  var isInterrupted: Bool { Task.isCancelled }

  func note(_ outcome: String) {}

  func cancelling<Result: Sendable>(
    _ write: @escaping @Sendable () async throws -> Result
  ) async throws -> Result { try await write() }
}
