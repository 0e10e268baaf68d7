package import TaneCore
package import TaneProject
package import TaneSeeding

/// A receiver of the progress and notes of an operation: on a terminal, silently, or recorded by a test.
package protocol OperationReporter: Sendable {
  /// Reports a step under way; `isAnnounced` prints it even where progress cannot be displayed.
  func progress(_ progress: RunProgress, isAnnounced: Bool)

  /// Ends the display of progress.
  func endProgress()

  /// Reports something that is not part of the result.
  func note(_ text: String)

  /// Reports findings that do not end the operation.
  func report(_ findings: [Diagnostic])

  /// Reports a finding of each kind, and the number of the others.
  func report(summaryOf findings: [Diagnostic])
}

/// Answers the questions of an operation, and receives its notes.
///
/// No interaction opens a protected environment to a program: only a person at the terminal of `tane`, or the digest of
/// an approved plan, does.
public protocol Interaction: Sendable {
  /// A Boolean value indicating whether questions are answered; where not, `confirm` environments need
  /// `SeedOptions.isConfirmed`.
  var isInteractive: Bool { get }

  /// Returns true if the question, such as whether a plan is written, is answered with yes.
  func confirms(_ question: String) -> Bool

  /// Receives a sentence that is not part of the result.
  func note(_ text: String)
}

/// An interaction that answers no question and drops notes.
public struct SilentInteraction: Interaction {
  /// Creates a silent interaction.
  public init() {}

  /// False: no question is answered.
  public var isInteractive: Bool { false }

  /// Returns false.
  public func confirms(_ question: String) -> Bool { false }

  /// Drops the note.
  public func note(_ text: String) {}
}

extension Interaction where Self == SilentInteraction {
  /// Answers no question and drops notes.
  public static var silent: SilentInteraction { SilentInteraction() }
}

/// An interaction that also presents plans and progress, and can ask for typed answers: the terminal of `tane`.
package protocol PresentingInteraction: Interaction, OperationReporter {
  /// Handles signals that ask the process to end.
  var interruption: any InterruptionHandler { get }

  /// A Boolean value indicating whether a person can type an environment's name.
  var takesTypedAnswers: Bool { get }

  /// Returns a person's typed answer, or nil if there is none.
  func ask(_ question: String) -> String?

  /// Shows a seed's plan before anything is confirmed or written.
  func show(_ proposal: SeedProposal)

  /// Shows a saved plan before anything is confirmed or written.
  func show(_ plan: Plan)

  /// Shows the plan that finishes or reverts a run before anything is confirmed or written.
  func show(_ outcome: Replay.Outcome, of run: RunRecord)

  /// Shows the fixture files of a pull before they are written, and the places that fixtures cannot describe.
  func show(_ files: [FixtureUpdate.File], leaving left: [FixtureUpdate.Left])

  /// Shows what differs after a seed was written and read back.
  func show(unverified difference: Difference)
}

extension OperationReporter {
  /// Shows a step while it is under way.
  package func showing<Result>(
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
  /// A Boolean value indicating whether the process or the task was asked to end.
  var isInterrupted: Bool { get }

  /// Sets the sentence that an interruption reports about the work so far.
  func note(_ outcome: String)

  /// Runs a write that a signal cancels.
  func cancelling<Result: Sendable>(
    _ write: @escaping @Sendable () async throws -> Result
  ) async throws -> Result
}

/// The interaction of a program: it presents nothing, and types no answer.
struct ProgramInteraction: PresentingInteraction {
  let base: any Interaction

  var isInteractive: Bool { base.isInteractive }
  var takesTypedAnswers: Bool { false }
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
  func show(_ files: [FixtureUpdate.File], leaving left: [FixtureUpdate.Left]) {}
  func show(unverified difference: Difference) {}
}

/// Leaves signals to the program: a write ends when its task is cancelled.
private struct TaskCancellation: InterruptionHandler {
  var isInterrupted: Bool { Task.isCancelled }

  func note(_ outcome: String) {}

  func cancelling<Result: Sendable>(
    _ write: @escaping @Sendable () async throws -> Result
  ) async throws -> Result { try await write() }
}
