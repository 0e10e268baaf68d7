import TaneCore
import TaneFormats
import TaneRendering
import TaneSeeding

/// What `tane seed` prints of a plan and of what became of it.
struct SeedReport {
  private let plan: Plan
  private let guarantees: [(service: String, guarantee: UpdateGuarantee)]
  private let notChecked: [String]
  private let environment: String
  private let context: CommandContext
  private let counts: PlanCounts

  /// The most differences of each service that a plan shows; `tane diff` shows all.
  private static let shownPerService = 5

  /// Creates the report of a plan; `notChecked` says what types were not checked, one clause each.
  init(
    _ plan: Plan,
    guarantees: [(service: String, guarantee: UpdateGuarantee)],
    notChecked: [String],
    of environment: String,
    in context: CommandContext
  ) {
    self.plan = plan
    self.guarantees = guarantees
    self.notChecked = notChecked
    self.environment = environment
    self.context = context
    counts = plan.counts
  }

  private var console: Console { context.console }

  func printPlan() {
    guard !context.isJSON else { return }
    let text = DifferenceText(style: console.style, width: console.width)
    plan.made.forEachService(prunes: plan.prunes) { parts, objects in
      var shown: [String] = []
      var count = objects.count
      for part in parts {
        part.forEachItem { item in
          if count < Self.shownPerService { shown.append(text.render(item)) }
          count += 1
        }
      }
      let room = Self.shownPerService - shown.count
      printSome(shown + objects.prefix(room).map(text.render), of: count)
    }
    printWithheld(text)
    if !plan.isEmpty {
      console.print("Plan: \(PlanSentence.text(of: plan))")
      for (service, guarantee) in guarantees {
        if let sentence = Self.sentence(guarantee) {
          console.print(console.style.dim("      \(service): \(sentence)"))
        }
      }
    }
  }

  /// What is not written, by reason.
  private func printWithheld(_ text: DifferenceText) {
    for (reason, title) in Self.reasons {
      let changes = plan.withheld.filter { $0.reason == reason }
      guard !changes.isEmpty else { continue }
      console.print(console.style.yellow("! \(title)"))
      let shown = changes.prefix(Self.shownPerService)
      printSome(
        shown.map { text.render($0.change, of: $0.address.service) },
        of: changes.count
      )
    }
  }

  private static let reasons: [(WithheldChange.Reason, String)] = [
    (
      .editedByHand, "kept: changed in the environment since the last seed, and not in the fixtures"
    ),
    (
      .conflict, "conflict: changed both in the environment and in the fixtures since the last seed"
    ),
    (
      .unknownOrigin,
      "conflict: the environment has another value, and it is not known who wrote it"
    ),
  ]

  private var withheldSentence: String {
    guard !plan.withheld.isEmpty else { return "" }
    let decisions = plan.withheld.count(where: \.needsDecision)
    let edits = plan.withheld.count - decisions
    let kept =
      edits > 0
      ? " \(counted(edits, "edit")) made by hand \(edits == 1 ? "was" : "were") kept." : ""
    guard decisions > 0 else { return kept }
    let isUnknown = plan.withheld.contains { $0.reason == .unknownOrigin }
    return kept + " \(counted(decisions, "conflict")) left as in the environment"
      + " (--on-conflict take\(isUnknown ? " or --adopt-existing" : "") writes the fixtures' values)."
  }

  /// What a database does not promise; nil where it promises all.
  private static func sentence(_ guarantee: UpdateGuarantee) -> String? {
    switch guarantee {
    case .checked: nil
    case .together:
      "all in one request, read again right before; a change that others make in that moment is overwritten"
    case .inParts:
      "in several requests, read again before the first; a change that others make after that is overwritten"
    }
  }

  func printUnapplied(isDryRun: Bool, planFile: PlanFile?) {
    guard !context.isJSON else {
      return printJSON(
        isApplied: false,
        isDryRun: isDryRun,
        seconds: nil,
        digest: planFile?.digest
      )
    }
    if plan.isEmpty {
      console.print(
        "Nothing to do: \(unchanged(in: plan.difference)) are unchanged.\(extrasSentence)\(withheldSentence)"
          + uncheckedSentence
      )
    } else if isDryRun {
      console.print(
        "Dry run: nothing was written.\(extrasSentence)\(withheldSentence)\(uncheckedSentence)"
      )
    }
    if let planFile { console.print("Digest: \(planFile.digest)") }
  }

  /// Prints how long it took, and what was read back after the last write.
  func printApplied(_ duration: Duration, verified: Difference) {
    let milliseconds = duration / .milliseconds(1)
    guard !context.isJSON else {
      return printJSON(
        isApplied: true,
        isDryRun: false,
        seconds: milliseconds.rounded() / 1000
      )
    }
    let time =
      milliseconds < 1000
      ? "\(Int(milliseconds)) ms" : "\((milliseconds / 100).rounded() / 10) s"
    console.print(
      "\(console.style.green("Seeded")) \(environment) in \(time) and verified"
        + " \(unchanged(in: verified)).\(extrasSentence)\(withheldSentence)\(unverifiedSentence)"
    )
  }

  private func printSome(_ blocks: [String], of count: Int) {
    blocks.forEach(console.print)
    let left = count - blocks.count
    if left > 0 {
      console.print(
        console.style.dim("          … and \(left.grouped) more like these (tane diff shows all)")
      )
    }
    if !blocks.isEmpty { console.print() }
  }

  private func unchanged(in difference: Difference) -> String {
    let values = counted(difference.unchangedValueCount, "value")
    return "\(values) and \(counted(difference.unchangedObjectCount, "object"))"
  }

  private var extrasSentence: String {
    counts.keptExtras == 0
      ? ""
      : " \(counted(counts.keptExtras, "extra")) that no fixture lists"
        + " \(counts.keptExtras == 1 ? "stays" : "stay") (--prune removes)."
  }

  /// Names what is not compared: passwords.
  private var uncheckedSentence: String {
    let count = plan.difference.uncheckedCount
    return count == 0 ? "" : " Not checked: \(counted(count, "password"))."
  }

  /// Names what was not read back: passwords, with those that were just set.
  private var unverifiedSentence: String {
    let count = plan.difference.uncheckedCount + counts.writtenUnchecked
    guard count > 0 else { return "" }
    return " \(counted(count, "password")) cannot be read back and"
      + " \(count == 1 ? "was" : "were") not verified."
  }

  private func printJSON(isApplied: Bool, isDryRun: Bool, seconds: Double?, digest: String? = nil) {
    var entries: [(String, TreeLiteral)] = [
      ("environment", .string(environment)), ("applied", .bool(isApplied)),
      ("dryRun", .bool(isDryRun)),
      (
        "guarantees",
        .map(guarantees.map { ($0.service, .string($0.guarantee.rawValue)) })
      ),
      ("differences", DifferenceJSON.written(plan.made)),
      (
        "withheld",
        .list(
          plan.withheld.map {
            .map([("address", .string("\($0.address)")), ("reason", .string($0.reason.rawValue))])
          }
        )
      ), ("summary", .map(summary)), ("notChecked", .list(notChecked.map { .string($0) })),
    ]
    if let digest { entries.append(("digest", .string(digest))) }
    if let seconds { entries.append(("seconds", .double(seconds))) }
    console.printJSON(.map(entries))
  }

  /// The numbers of the plan.
  private var summary: [(String, TreeLiteral)] {
    var entries = [
      ("addedValues", counts.addedValues), ("changedValues", counts.changedValues),
      ("removedValues", counts.removedValues), ("keptExtras", counts.keptExtras),
      ("uncheckedPasswords", plan.difference.uncheckedCount),
    ]
    for resources in counts.resources {
      let name = resources.noun.prefix(1).uppercased() + resources.noun.dropFirst() + "s"
      entries += [("added\(name)", resources.added), ("changed\(name)", resources.changed)]
      if let bytes = resources.bytes {
        entries += [
          ("uploaded\(name)", resources.added + resources.changed), ("uploadedBytes", bytes),
        ]
      }
    }
    return entries.map { ($0, .integer(Int64($1))) }
  }
}
