import TaneCore
import TaneFormats
import TaneSeeding

/// What `tane seed` prints of a plan and of what became of it.
struct SeedReport {
  private let plan: SeedPlan
  private let guarantees: [(database: String, guarantee: UpdateGuarantee)]
  private let environment: String
  private let context: CommandContext
  private let summary: SeedSummary

  /// The most differences of each service that a plan shows; `tane diff` shows all.
  private static let shownPerService = 5

  init(
    _ plan: SeedPlan,
    guarantees: [(database: String, guarantee: UpdateGuarantee)],
    of environment: String,
    in context: CommandContext
  ) {
    self.plan = plan
    self.guarantees = guarantees
    self.environment = environment
    self.context = context
    summary = plan.summary
  }

  private var console: Console { context.console }

  func printPlan() {
    guard !context.isJSON else { return }
    let text = DifferenceText(style: console.style, width: console.width)
    for database in plan.difference.trees {
      var shown: [String] = []
      var count = 0
      for part in DifferencePart.parts(of: database, prunes: plan.prunes) {
        part.forEachItem { item in
          if count < Self.shownPerService { shown.append(text.render(item)) }
          count += 1
        }
      }
      printSome(shown, of: count)
    }
    let objects = plan.difference.objects
    printSome(objects.prefix(Self.shownPerService).map(text.render), of: objects.count)
    if !plan.isEmpty {
      console.print("Plan: \(planSentence)")
      for (database, guarantee) in guarantees {
        if let sentence = Self.sentence(guarantee) {
          console.print(console.style.dim("      \(database): \(sentence)"))
        }
      }
    }
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

  func printUnapplied(isDryRun: Bool) {
    guard !context.isJSON else {
      return printJSON(isApplied: false, isDryRun: isDryRun, seconds: nil)
    }
    if plan.isEmpty {
      console.print(
        "Nothing to do: \(unchangedSentence) as the fixtures say.\(extrasSentence)\(uncheckedSentence)"
      )
    } else if isDryRun {
      console.print("Dry run: nothing was written.\(extrasSentence)\(uncheckedSentence)")
    }
  }

  func printApplied(_ duration: Duration) {
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
      "\(console.style.green("Seeded")) \(environment) in \(time), and read it back: it is as the"
        + " fixtures say.\(extrasSentence)\(uncheckedSentence(after: plan.accountImports))"
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

  private var planSentence: String {
    var parts = [
      "\(counted(summary.addedValues, "value")) to add",
      "\(summary.changedValues.grouped) to change",
      "\(summary.removedValues.grouped) to remove",
    ]
    let documents = summary.addedDocuments + summary.changedDocuments
    if documents > 0 { parts.append("\(counted(documents, "document")) to write") }
    let accounts = summary.addedAccounts + summary.changedAccounts
    if accounts > 0 { parts.append("\(counted(accounts, "account")) to write") }
    if !plan.uploads.isEmpty {
      parts.append(
        "\(counted(plan.uploads.count, "object")) to upload"
          + " (\(ByteCountText.render(summary.uploadBytes)))"
      )
    }
    return parts.joined(separator: ", ")
  }

  private var unchangedSentence: String {
    let values = counted(plan.difference.unchangedCount, "value")
    let objects = counted(plan.difference.unchangedObjectCount, "object")
    return "\(values) and \(objects) are"
  }

  private var extrasSentence: String {
    summary.keptExtras == 0
      ? ""
      : " \(counted(summary.keptExtras, "extra")) that no fixture lists"
        + " \(summary.keptExtras == 1 ? "stays" : "stay") (--prune removes)."
  }

  private var uncheckedSentence: String { uncheckedSentence(after: []) }

  /// Names what is not compared: passwords, those that were just set included.
  private func uncheckedSentence(after imports: [AccountImport]) -> String {
    let count =
      plan.difference.uncheckedPasswordCount + imports.count { $0.password != nil }
    return count == 0 ? "" : " Not checked: \(counted(count, "password"))."
  }

  private func printJSON(isApplied: Bool, isDryRun: Bool, seconds: Double?) {
    var entries: [(String, TreeLiteral)] = [
      ("environment", .string(environment)), ("applied", .bool(isApplied)),
      ("dryRun", .bool(isDryRun)),
      (
        "guarantees",
        .map(guarantees.map { ($0.database, .string($0.guarantee.rawValue)) })
      ),
      ("differences", DifferenceJSON.written(plan.difference)),
      (
        "summary",
        [
          "addedValues": .integer(Int64(summary.addedValues)),
          "changedValues": .integer(Int64(summary.changedValues)),
          "removedValues": .integer(Int64(summary.removedValues)),
          "keptExtras": .integer(Int64(summary.keptExtras)),
          "addedDocuments": .integer(Int64(summary.addedDocuments)),
          "changedDocuments": .integer(Int64(summary.changedDocuments)),
          "addedAccounts": .integer(Int64(summary.addedAccounts)),
          "changedAccounts": .integer(Int64(summary.changedAccounts)),
          "uncheckedPasswords": .integer(Int64(plan.difference.uncheckedPasswordCount)),
          "uploadedObjects": .integer(Int64(plan.uploads.count)),
          "uploadedBytes": .integer(Int64(summary.uploadBytes)),
        ]
      ),
    ]
    if let seconds { entries.append(("seconds", .double(seconds))) }
    console.printJSON(.map(entries))
  }
}
