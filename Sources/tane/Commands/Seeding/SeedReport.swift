import TaneCore
import TaneKit
import TaneProject
import TaneRendering
import TaneSeeding

/// The output of `tane seed` and `tane plan` about a plan and its result.
struct SeedReport {
  private let proposal: SeedProposal
  private let format: DiffPresentation.Format
  private let context: CommandContext
  private let counts: PlanCounts

  /// Creates the report for a plan.
  init(
    _ proposal: SeedProposal,
    as format: DiffPresentation.Format,
    in context: CommandContext
  ) {
    self.proposal = proposal
    self.format = format
    self.context = context
    counts = proposal.plan.counts
  }

  private var console: Console { context.console }
  private var environment: String { profile.name }
  private var plan: Plan { proposal.plan }
  private var profile: EnvironmentProfile { proposal.profile }

  /// A Boolean value indicating whether the output is in a format other than text.
  private var isDocument: Bool { context.isJSON || format != .text }

  private static func more(_ count: String) -> String {
    "          … and \(count) more like these (tane diff shows all)"
  }

  func printPlan() {
    guard !isDocument else { return }
    let text = DifferenceText(style: console.style, width: console.width)
    console.printExcerpt(of: plan.made, prunes: plan.prunes, more: Self.more)
    printWithheld(text)
    if !plan.isEmpty {
      console.print("Plan: \(PlanSentence.text(of: plan))", indent: 6)
      for sentence in serviceSentences {
        console.print("      " + console.style.dim(sentence), indent: 8)
      }
    }
  }

  /// Prints the changes that will not be written, grouped by reason.
  private func printWithheld(_ text: DifferenceText) {
    for reason in WithheldChange.Reason.allCases {
      let changes = plan.withheld.filter { $0.reason == reason }
      guard !changes.isEmpty else { continue }
      console.print(console.style.yellow("! \(reason.title.localized)"), isData: true)
      let shown = changes.prefix(Console.maximumShownPerService)
      console.printExcerpt(
        shown.map { withheld in
          withheld.object.map { text.render($0) }
            ?? text.render(withheld.change, of: withheld.address.service)
        },
        of: changes.count,
        more: Self.more
      )
    }
  }

  private var withheldSentence: String {
    guard !plan.withheld.isEmpty else { return "" }
    let decisions = plan.withheld.count(where: \.needsDecision)
    let edits = plan.withheld.count - decisions
    let kept =
      edits > 0
      ? " \(counted(edits, "manual edit")) \(edits == 1 ? "was" : "were") not overwritten."
      : ""
    guard decisions > 0 else { return kept }
    let isUnknown = plan.withheld.contains { $0.reason == .unknownOrigin }
    return kept + " \(counted(decisions, "conflict")) not overwritten (--on-conflict "
      + "take\(isUnknown ? " or --adopt-existing" : "") writes the fixtures' values)."
  }

  /// The sentences about each service's guarantees and costs, shown before writing.
  private var serviceSentences: [String] {
    let promises = Self.sentences(proposal.guarantees)
    // Only Firebase charges for writes and runs functions.
    let costs = proposal.costs.filter { cost in
      profile.services.contains { $0.name == cost.service && $0.location.isFirebase }
    }
    return promises + costs.map { "\($0.service): \(Self.sentence($0.cost))" }
      + costs.filter { !$0.cost.hotSpots.isEmpty }.map { service, cost in
        "\(service): Firestore creates at most about \(DocumentRamp.firstRate) documents a second in a collection"
          + " with sequential IDs or indexed fields: \(cost.hotSpots.joined(separator: ", "))"
      }
  }

  private static func sentence(_ cost: PlanCost) -> String {
    let reads =
      cost.documentsRead > 0
      ? "\(counted(cost.documentsRead, "document")) read to create the plan" : nil
    let writes =
      cost.requests > 0
      ? "about \(counted(cost.requests, "request")) with \(ByteCountText.render(cost.bytes)) in "
        + "total"
      : nil
    let events =
      cost.events > 0
      ? "\(counted(cost.events, "write")) that may trigger Cloud Functions" : nil
    let ramp =
      cost.rampSeconds > 1
      ? "at least \(cost.rampSeconds.grouped) s, because Firestore recommends increasing the write "
        + "rate slowly"
      : nil
    return [reads, writes, events, ramp].compactMap { $0 }.joined(separator: ", ")
  }

  /// Returns a sentence about each service whose guarantee has limits.
  static func sentences(
    _ guarantees: [(service: String, guarantee: UpdateGuarantee)]
  ) -> [String] {
    guarantees.compactMap { service, guarantee in
      sentence(guarantee).map { "\(service): \($0)" }
    }
  }

  /// Returns a sentence about the limits of a guarantee, or nil if there are none.
  private static func sentence(_ guarantee: UpdateGuarantee) -> String? {
    switch guarantee {
    case .checked: nil
    case .together:
      "all values are read again and then written in one request; changes by others in between are "
        + "overwritten"
    case .inParts:
      "values are written in several requests and compared only before the first one; later "
        + "changes by others are overwritten"
    }
  }

  /// Prints the result of a run that wrote nothing, or returns it as JSON if requested.
  func printUnapplied(
    isDryRun: Bool,
    planFile: PlanFile?,
    refreshed: RefreshCounts? = nil
  ) -> [TreeLiteral] {
    if let refreshed, !refreshed.unrecordedServices.isEmpty {
      context.console.note(
        "note: no state is saved for \(refreshed.unrecordedServices.joined(separator: ", ")), because an "
          + "emulator may lose its data at any time; set \"state: local\" in the profile to save it"
      )
    }
    guard !context.isJSON else {
      return [
        document(
          isApplied: false,
          isDryRun: isDryRun,
          seconds: nil,
          digest: planFile?.digest,
          refreshed: refreshed
        )
      ]
    }
    guard format == .text else {
      printDocument(planFile)
      return []
    }
    if let refreshed {
      console.print(refreshed.sentence(of: environment) + extrasSentence + uncheckedSentence)
    } else if plan.isEmpty {
      console.print(
        "Nothing to do: \(unchanged(in: plan.difference)) are unchanged.\(extrasSentence)\(withheldSentence)"
          + uncheckedSentence,
        indent: 0
      )
    } else if isDryRun {
      console.print(
        "Dry run: nothing was written.\(extrasSentence)\(withheldSentence)\(uncheckedSentence)",
        indent: 0
      )
    }
    if let planFile { console.print("Digest: \(planFile.digest)") }
    return []
  }

  /// Prints the whole plan in a format other than text.
  private func printDocument(_ planFile: PlanFile?) {
    let sentences = [extrasSentence, withheldSentence, uncheckedSentence]
      .map { $0.trimmingPrefix(" ") }.filter { !$0.isEmpty }.map(String.init)
    let digest = planFile.map { ["digest for tane apply --approve: \($0.digest)"] }
    let document = DifferenceDocument(
      plan,
      of: environment,
      notes: serviceSentences + sentences + (digest ?? [])
    )
    // Only the patch formats can throw an error.
    console.printBuffered { try? format.rendering(on: console).write(document, to: $0) }
  }

  /// Prints the duration and the verification of a run that wrote data, or returns them as JSON.
  func printApplied(_ duration: Duration, verified: Difference) -> [TreeLiteral] {
    let milliseconds = duration / .milliseconds(1)
    guard !context.isJSON else {
      return [document(isApplied: true, isDryRun: false, seconds: milliseconds.rounded() / 1000)]
    }
    let time =
      milliseconds < 1000
      ? "\(Int(milliseconds)) ms" : "\((milliseconds / 100).rounded() / 10) s"
    console.print(
      "\(console.style.green("Seeded".localized)) \(environment) in \(time) and verified"
        + " \(unchanged(in: verified)).\(extrasSentence)\(withheldSentence)\(unverifiedSentence)",
      indent: 0
    )
    return []
  }

  private func unchanged(in difference: Difference) -> String {
    let values = counted(difference.unchangedValueCount, "value")
    return "\(values) and \(counted(difference.unchangedObjectCount, "object"))"
  }

  private var extrasSentence: String {
    counts.keptExtras == 0
      ? ""
      : " \(counted(counts.keptExtras, "extra")) not in the fixtures "
        + "\(counts.keptExtras == 1 ? "was" : "were") not removed (--prune removes extras)."
  }

  /// The sentence about passwords, which are not compared.
  private var uncheckedSentence: String {
    let count = plan.difference.uncheckedCount
    return count == 0 ? "" : " Not checked: \(counted(count, "password"))."
  }

  /// The sentence about passwords that were not verified, including passwords that were just set.
  private var unverifiedSentence: String {
    Self.unverifiedSentence(of: plan.difference.uncheckedCount + counts.writtenUncheckedCount)
  }

  /// Returns the sentence about passwords that were not verified.
  static func unverifiedSentence(of count: Int) -> String {
    guard count > 0 else { return "" }
    return " \(counted(count, "password")) cannot be read back and"
      + " \(count == 1 ? "was" : "were") not verified."
  }

  private func document(
    isApplied: Bool,
    isDryRun: Bool,
    seconds: Double?,
    digest: String? = nil,
    refreshed: RefreshCounts? = nil
  ) -> TreeLiteral {
    var entries: [(String, TreeLiteral)] = [
      ("environment", .string(environment)), ("applied", .bool(isApplied)),
      ("dryRun", .bool(isDryRun)),
      (
        "guarantees",
        .map(proposal.guarantees.map { ($0.service, .string($0.guarantee.rawValue)) })
      ),
      ("cost", .map(proposal.costs.map { ($0.service, $0.cost.literal) })),
      ("differences", DifferenceJSON.written(plan.made)),
      (
        "withheld",
        .list(
          plan.withheld.map {
            .map([("address", .string("\($0.address)")), ("reason", .string($0.reason.rawValue))])
          }
        )
      ), ("summary", .map(summary)), ("notChecked", .list(proposal.notChecked.map { .string($0) })),
    ]
    if let refreshed { entries.append(("recorded", refreshed.literal)) }
    if let digest { entries.append(("digest", .string(digest))) }
    if let seconds { entries.append(("seconds", .double(seconds))) }
    return .map(entries)
  }

  /// The number of changes of each kind in the plan, for JSON.
  private var summary: [(String, TreeLiteral)] {
    var entries = [
      ("addedValues", counts.addedValues), ("changedValues", counts.changedValues),
      ("removedValues", counts.removedValues), ("keptExtras", counts.keptExtras),
      ("uncheckedPasswords", plan.difference.uncheckedCount),
    ]
    for resources in counts.resources {
      let name = resources.noun.prefix(1).uppercased() + resources.noun.dropFirst() + "s"
      entries += [
        ("added\(name)", resources.added), ("changed\(name)", resources.changed),
        ("removed\(name)", resources.removed),
      ]
      if let bytes = resources.bytes {
        entries += [
          ("uploaded\(name)", resources.added + resources.changed), ("uploadedBytes", bytes),
        ]
      }
    }
    return entries.map { ($0, .integer(Int64($1))) }
  }
}

extension Console {
  /// The maximum number of differences to show for each service in a plan.
  fileprivate static let maximumShownPerService = 5

  /// Prints the first differences of each service; `more` returns a line with the number of omitted
  /// differences.
  func printExcerpt(of difference: Difference, prunes: Bool, more: (String) -> String) {
    let text = DifferenceText(style: style, width: width)
    difference.forEachService(prunes: prunes) { parts, objects in
      var shown: [String] = []
      var count = objects.count
      for part in parts {
        part.forEachItem { item in
          if shown.count < Self.maximumShownPerService { shown.append(text.render(item)) }
          count += 1
        }
      }
      let room = Self.maximumShownPerService - shown.count
      printExcerpt(shown + objects.prefix(room).map(text.render), of: count, more: more)
    }
  }

  fileprivate func printExcerpt(_ blocks: [String], of count: Int, more: (String) -> String) {
    blocks.forEach { print(block: $0) }
    let left = count - blocks.count
    if left > 0 { print(style.dim(more(left.grouped))) }
    if !blocks.isEmpty { print() }
  }
}
