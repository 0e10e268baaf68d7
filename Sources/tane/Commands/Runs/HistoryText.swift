import Foundation
import TaneCore
import TaneFormats
import TaneRendering
import TaneSeeding

/// The output of `tane history`.
struct HistoryText {
  let context: CommandContext
  private var console: Console { context.console }

  /// Formats a time in UTC, with seconds.
  static func time(_ date: Date) -> String {
    date.formatted(.iso8601)
  }

  func printList(_ history: RunHistory) {
    // An interrupted run must be resumed or discarded first.
    let next = history.interrupted == nil ? history.latestSeedInEffect?.id : nil
    guard !context.isJSON else {
      let entries: [(String, TreeLiteral)] = [
        ("runs", .list(history.runs.map { .map(self.entries(of: $0)) })),
        ("undo", next.map { .integer($0) } ?? .null),
      ]
      return console.printJSON(.map(entries))
    }
    guard !history.runs.isEmpty else {
      return console.print("No run has written to this environment.")
    }
    for run in history.runs {
      printLine(of: run)
      if run.id == next { console.print("    tane undo reverts this run") }
    }
  }

  private func printLine(of run: RunRecord) {
    let subject = run.subject.map { " of run \($0)" } ?? ""
    console.print(
      "\(console.style.bold("\(run.id)"))  \(Self.time(run.startDate))  \(run.action.rawValue)\(subject)  "
        + "\(run.author)  \(result(of: run))"
    )
    console.print("    " + console.style.dim(run.summary))
  }

  func printRun(_ run: RunRecord, _ steps: [RunStep]) {
    guard !context.isJSON else {
      let changes = steps.flatMap { step in
        step.pathChanges.map { change in
          TreeLiteral.map([
            ("address", .string("\(Address(service: step.address.service, path: change.path))")),
            ("made", .bool(step.isDone)),
          ])
        }
      }
      return console.printJSON(.map(entries(of: run) + [("changes", .list(changes))]))
    }
    printLine(of: run)
    console.print()
    let text = DifferenceText(style: console.style, width: console.width)
    for step in steps {
      for place in step.pathChanges where place.old != nil || place.new != nil {
        let change = Change(path: place.path, old: place.old, new: place.new)
        console.print(block: text.render(change, of: step.address.service))
      }
      if !step.isDone { console.print("          (may not have been written)") }
    }
  }

  private func result(of run: RunRecord) -> String {
    switch run.result {
    case .done: "done"
    case .settled: "interrupted, replaced by a later seed"
    // If nothing was left to revert, a run that wrote everything was not undone by another run.
    case .discarded where run.doneCount == run.stepCount: "done, reverted"
    case .discarded: "interrupted, rolled back"
    case .running, .failed:
      "interrupted after \(run.doneCount.grouped) of \(counted(run.stepCount, "resource"))"
    }
  }

  private func entries(of run: RunRecord) -> [(String, TreeLiteral)] {
    [
      ("run", .integer(run.id)), ("action", .string(run.action.rawValue)),
      ("subject", run.subject.map { .integer($0) } ?? .null), ("author", .string(run.author)),
      ("began", .string(Self.time(run.startDate))),
      ("ended", run.endDate.map { .string(Self.time($0)) } ?? .null),
      ("result", .string(run.result.rawValue)), ("summary", .string(run.summary)),
      ("resources", .integer(Int64(run.stepCount))), ("written", .integer(Int64(run.doneCount))),
    ]
  }
}
