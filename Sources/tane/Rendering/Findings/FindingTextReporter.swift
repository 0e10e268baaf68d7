import TaneCore
import TaneRendering

/// Findings for people: the first ones of each kind in full, the others counted.
struct FindingTextReporter: FindingReporter {
  let style: Style
  /// Whether every finding is told in full.
  let tellsAll: Bool

  /// How many errors of one kind are told in full; of what is not an error one stands for all.
  private static let shown = 3

  func write(_ report: FindingReport, to sink: @escaping TextSink) {
    let groups = FindingGroup.groups(of: report.findings)
    for group in groups { write(group, of: report, to: sink) }
    if !groups.isEmpty { sink("\n") }
    sink(report.sentence + "\n")
    for clause in report.notChecked { sink("Not checked: \(clause).\n") }
  }

  private func write(_ group: FindingGroup, of report: FindingReport, to sink: TextSink) {
    let count = group.findings.count
    let limit = group.first.severity == .error ? Self.shown : 1
    // To say that one more is left out takes as much room as to tell it.
    let shown = tellsAll || count <= limit + 1 ? count : limit
    for finding in group.findings.prefix(shown) {
      sink(DiagnosticText.render(finding, style: style) + "\n")
    }
    guard shown < count else { return }
    let place = group.pattern.map { " at \($0)" } ?? ""
    let share = report.population(of: group).map { ", \(count.grouped) of \($0.grouped) in all" }
    let more = "… and \((count - shown).grouped) more [\(group.first.code)]\(place)\(share ?? "")"
    sink(style.dim("\(more) (--all tells them)") + "\n")
  }
}
