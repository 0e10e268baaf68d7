import Synchronization
import TaneCore
import TaneKit
import TaneProject
import TaneRendering
import TaneSeeding

/// The user interaction of an operation that runs in the studio.
///
/// It records the notes and the files that the operation shows, and rejects writes that differ from
/// a plan shown earlier.
final class StudioInteraction: PresentingInteraction {
  private struct State {
    var notes: [String] = []
    var files: [FixtureUpdate.File] = []
  }

  private let state = Mutex(State())
  /// A closure that returns true if the recorded files may be written.
  private let accepts: @Sendable ([FixtureUpdate.File]) -> Bool

  init(accepting accepts: @escaping @Sendable ([FixtureUpdate.File]) -> Bool = { _ in true }) {
    self.accepts = accepts
  }

  /// The notes and warnings so far.
  var notes: [String] { state.withLock(\.notes) }

  /// The files that would be or were written.
  var files: [FixtureUpdate.File] { state.withLock(\.files) }

  let isInteractive = false
  let acceptsTypedAnswers = false

  var interruption: any InterruptionHandler {
    StudioInterruption { [self] in
      guard !accepts(files) else { return }
      throw OperationFailure(.refused, "the data changed after the plan was shown")
    }
  }

  func confirms(_ question: String) -> Bool { false }
  func ask(_ question: String) -> String? { nil }
  func progress(_ progress: RunProgress, isAnnounced: Bool) {}
  func endProgress() {}
  func note(_ text: String) { state.withLock { $0.notes.append(text) } }
  func report(_ findings: [Diagnostic]) { findings.forEach { note("\($0)") } }

  func report(summaryOf findings: [Diagnostic]) {
    guard let first = findings.first else { return }
    let rest = findings.count - 1
    note("\(first)")
    if rest > 0 { note("… and \(counted(rest, "more warning")) (tane validate shows all)") }
  }

  func show(_ proposal: SeedProposal) {}
  func show(_ plan: Plan) {}
  func show(_ outcome: Replay.Outcome, of run: RunRecord) {}

  func show(_ files: [FixtureUpdate.File], leaving left: [FixtureUpdate.SkippedValue]) {
    state.withLock { $0.files = files }
  }

  func show(unverified difference: Difference) {
    difference.forEachService(prunes: false) { parts, objects in
      for part in parts { part.forEachItem { note("! different when read back  \($0.place)") } }
      for object in objects { note("! different when read back  \(object.address)") }
    }
  }
}

/// A handler that runs a check before the writes of an action and ignores signals.
private struct StudioInterruption: InterruptionHandler {
  let check: @Sendable () throws -> Void
  let isInterrupted = false

  func note(_ outcome: String) {}

  func cancelling<Result: Sendable>(
    _ write: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try check()
    return try await write()
  }
}
