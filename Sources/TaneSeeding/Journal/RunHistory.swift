/// The runs of an environment, with queries for runs that are in effect or unfinished.
///
/// A `resume` or `discard` is an attempt to end an interrupted seed or undo, called its *root*. An
/// attempt and its root have the same outcome. A completed run is in effect unless an undo of it is
/// in effect.
package struct RunHistory: Sendable {
  /// All runs, the latest first.
  package let runs: [RunRecord]
  private let byID: [Int64: RunRecord]

  /// Creates a history of runs, the latest first.
  package init(_ runs: [RunRecord]) {
    self.runs = runs
    byID = Dictionary(runs.map { ($0.id, $0) }) { first, _ in first }
  }

  /// Returns the run with the given number, if any.
  package func run(_ number: Int64) -> RunRecord? { byID[number] }

  /// The latest seed or undo that was interrupted and neither finished nor rolled back, if any.
  package var interrupted: RunRecord? {
    runs.lazy.filter(\.isInterrupted).map(root).max { $0.id < $1.id }
  }

  /// The run that `undo` reverts by default: the latest seed in effect, if any.
  package var latestSeedInEffect: RunRecord? {
    runs.first { $0.action == .seed && isInEffect($0) }
  }

  /// Returns the previous seed in effect if it was interrupted and never resumed, or nil otherwise.
  package func interruptedSeed(before seed: RunRecord) -> RunRecord? {
    let earlier = runs.first { $0.id < seed.id && $0.action == .seed && isInEffect($0) }
    guard let earlier, earlier.result == .settled else { return nil }
    return attempts(of: earlier).contains { $0.result == .done } ? nil : earlier
  }

  /// Returns the seed or undo that a resume or discard ends, or the run itself for other actions.
  package func root(of run: RunRecord) -> RunRecord {
    var run = run
    while [.resume, .discard].contains(run.action), let subject = run.subject.flatMap({ byID[$0] })
    {
      run = subject
    }
    return run
  }

  /// Returns the attempts to finish or roll back a run, the latest first.
  package func attempts(of root: RunRecord) -> [RunRecord] {
    runs.filter { $0.id > root.id && self.root(of: $0).id == root.id }
  }

  /// Returns true if the writes of a seed or an undo are still in effect.
  package func isInEffect(_ run: RunRecord) -> Bool {
    isCompleted(run) && revert(of: run) == nil
  }

  /// Returns the undo of a run, or nil if no undo of the run is in effect.
  package func revert(of run: RunRecord) -> RunRecord? {
    runs.first {
      $0.action == .undo && $0.subject.flatMap { byID[$0] }.map(root)?.id == run.id
        && isInEffect($0)
    }
  }

  /// Returns true if a run was completed and not rolled back; a seed that a later run replaced
  /// counts as completed if it wrote anything.
  private func isCompleted(_ run: RunRecord) -> Bool {
    switch run.result {
    case .done: return true
    case .running, .failed, .discarded: return false
    case .settled:
      // An earlier version of Tane recorded a rollback as settled.
      let attempts = attempts(of: run)
      if let last = attempts.first(where: { $0.result == .done }) { return last.action == .resume }
      return run.action == .seed && ([run] + attempts).contains { $0.sentCount > 0 }
    }
  }
}
