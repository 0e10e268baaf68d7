import TaneCore
import TaneKit
import TaneProject
import TaneRendering
import TaneSeeding

/// The user interaction of a command: prompts and reports on the console.
struct CommandInteraction: PresentingInteraction {
  private let context: CommandContext
  private let format: DiffPresentation.Format
  let interruption: any InterruptionHandler

  init(
    _ context: CommandContext,
    _ interruption: any InterruptionHandler,
    format: DiffPresentation.Format = .text
  ) {
    self.context = context
    self.format = format
    self.interruption = interruption
  }

  private var console: Console { context.console }

  var isInteractive: Bool { console.isInteractive }
  var acceptsTypedAnswers: Bool { console.isInteractive }

  func confirms(_ question: String) -> Bool {
    let answer = console.ask("\(console.language.text(question)) [y/N]", isData: true) ?? ""
    return ["y", "yes"].contains(answer.lowercased())
  }

  func ask(_ question: String) -> String? { console.ask(question) }

  func progress(_ progress: RunProgress, isAnnounced: Bool) {
    console.progress(progress, isAnnounced: isAnnounced)
  }

  func endProgress() { console.endProgress() }

  func note(_ text: String) { console.note(text) }

  func report(_ findings: [Diagnostic]) { console.report(findings) }

  func report(summaryOf findings: [Diagnostic]) { console.report(summaryOf: findings) }

  func show(_ proposal: SeedProposal) {
    SeedReport(proposal, as: format, in: context).printPlan()
  }

  func show(_ plan: Plan) {
    if !context.isJSON { console.print("Plan: \(PlanSentence.text(of: plan))") }
  }

  func show(_ outcome: Replay.Outcome, of run: RunRecord) {
    ReplayReport(outcome: outcome, subject: run, context: context).printPlan()
  }

  func show(_ files: [FixtureUpdate.File], leaving left: [FixtureUpdate.SkippedValue]) {
    PullReport(context: context).show(files, leaving: left)
  }

  func show(unverified difference: Difference) {
    let text = DifferenceText(style: console.errorStyle, width: nil)
    difference.forEachService(prunes: false) { parts, objects in
      for part in parts { part.forEachItem { console.note(block: text.render($0)) } }
      for object in objects { console.note(block: text.render(object)) }
    }
  }
}

extension Console: OperationReporter {
  func note(_ text: String) { note(text, isData: false) }

  func report(_ findings: [Diagnostic]) {
    findings.forEach { note(block: DiagnosticText.render($0, style: errorStyle)) }
  }

  /// Prints one finding of each of the first three kinds, and the number of further findings.
  func report(summaryOf findings: [Diagnostic]) {
    let shown = FindingGroup.groups(of: findings).prefix(3)
    report(shown.map(\.first))
    guard findings.count > shown.count else { return }
    note("… and \(counted(findings.count - shown.count, "more warning")) (tane validate shows all)")
  }
}
