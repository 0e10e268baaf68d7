import TaneCore
import TaneFormats
import TaneRendering
import TaneSeeding

/// What `tane resume`, `tane discard` and `tane undo` print.
struct ReplayReport {
  private let outcome: Replay.Outcome
  private let subject: RunRecord
  private let context: CommandContext

  init(
    _ outcome: Replay.Outcome,
    of subject: RunRecord,
    in context: CommandContext
  ) {
    self.outcome = outcome
    self.subject = subject
    self.context = context
  }

  private var console: Console { context.console }

  func printPlan() {
    guard !context.isJSON else { return }
    console.print(
      "Run \(subject.id): \(subject.action.rawValue), \(HistoryText.time(subject.began)) by \(subject.author)"
    )
    console.print()
    let text = DifferenceText(style: console.style, width: console.width)
    outcome.plan.difference.forEachService(prunes: true) { parts, objects in
      for part in parts { part.forEachItem { console.print(text.render($0), isData: true) } }
      for object in objects { console.print(text.render(object), isData: true) }
    }
    for address in outcome.left { console.print("! changed since, left as it is  \(address)") }
    for address in outcome.irreversible { console.print("! cannot be taken back  \(address)") }
    if !outcome.plan.isEmpty || !outcome.left.isEmpty { console.print() }
    console.print(
      outcome.plan.isEmpty
        ? "Nothing to do: all that can be is as it should be."
        : "Plan: \(PlanSentence.text(of: outcome.plan))"
    )
  }

  func printEnd(_ action: RunRecord.Action, in environment: String) {
    guard !context.isJSON else {
      return console.printJSON(
        .map([
          ("environment", .string(environment)), ("action", .string(action.rawValue)),
          ("run", .integer(subject.id)),
          ("differences", DifferenceJSON.written(outcome.plan.difference)),
          ("left", .list(outcome.left.map { .string("\($0)") })),
          ("irreversible", .list(outcome.irreversible.map { .string("\($0)") })),
        ])
      )
    }
    guard !outcome.plan.isEmpty else { return }
    let verb = action == .resume ? "Finished" : "Took back"
    console.print(
      "\(console.style.green(verb)) run \(subject.id) of \(environment) and verified it."
    )
  }
}
