import TaneCore
import TaneFormats
import TaneRendering
import TaneSeeding

/// The output of `tane resume`, `tane discard` and `tane undo`.
struct ReplayReport {
  let outcome: Replay.Outcome
  let subject: RunRecord
  let context: CommandContext

  private var console: Console { context.console }

  func printPlan() {
    guard !context.isJSON else { return }
    console.print(
      "Run \(subject.id): \(subject.action.rawValue), \(HistoryText.time(subject.startDate)) by \(subject.author)"
    )
    console.print()
    console.printExcerpt(
      of: outcome.plan.difference,
      prunes: true
    ) { "          … and \($0) more like these (tane history \(subject.id) shows all)" }
    for address in outcome.left {
      console.print("! changed since that run, not overwritten  \(address)")
    }
    for address in outcome.irreversible { console.print("! cannot be reverted  \(address)") }
    if !outcome.left.isEmpty || !outcome.irreversible.isEmpty { console.print() }
    console.print(
      outcome.plan.isEmpty
        ? "Nothing to do: everything that can be reverted already has been."
        : "Plan: \(PlanSentence.text(of: outcome.plan))"
    )
    for sentence in SeedReport.sentences(outcome.guarantees) {
      console.print("      " + console.style.dim(sentence), indent: 8)
    }
  }

  func printEnd(_ action: RunRecord.Action, in environment: String) {
    guard !outcome.plan.isEmpty else { return }
    let verb = action == .resume ? "Finished" : "Reverted"
    console.print(
      "\(console.style.green(verb.localized)) run \(subject.id) of \(environment) and verified it."
        + SeedReport.unverifiedSentence(of: outcome.plan.counts.writtenUncheckedCount)
    )
  }

  func document(of action: RunRecord.Action, in environment: String) -> TreeLiteral {
    .map([
      ("environment", .string(environment)), ("action", .string(action.rawValue)),
      ("run", .integer(subject.id)),
      ("differences", DifferenceJSON.written(outcome.plan.difference)),
      ("left", .list(outcome.left.map { .string("\($0)") })),
      ("irreversible", .list(outcome.irreversible.map { .string("\($0)") })),
    ])
  }
}
