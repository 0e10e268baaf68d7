import TaneCore
import TaneKit
import TaneRendering

/// Findings for people: the first ones of each kind in full, the others counted.
struct FindingTextReporter: FindingReporter {
  let style: Style
  /// Whether every finding is told in full.
  let tellsAll: Bool
  /// The columns of the terminal; nil where there is none.
  let width: Int?

  /// How many errors of one kind are told in full; of what is not an error one stands for all.
  private static let shown = 3

  func write(_ report: FindingReport, to sink: @escaping TextSink) {
    let groups = FindingGroup.groups(of: report.findings)
    for group in groups {
      let lines = Self.lines(
        of: group,
        among: report.population(of: group),
        tellsAll: tellsAll,
        style: style
      )
      for line in lines { sink(TextFolding.folded(line, width: width) + "\n") }
    }
    if !groups.isEmpty { sink("\n") }
    sink(TextFolding.folded(report.sentence.localized, width: width, indent: 0) + "\n")
    for clause in report.notChecked {
      let text = "Not checked: \(clause.escapingControls).".localized
      sink(TextFolding.folded(text, width: width) + "\n")
    }
  }

  /// The first findings of a group, and a line that counts the others.
  ///
  /// - Parameters:
  ///   - group: The findings.
  ///   - population: The number of all nodes that stand there, where it is known.
  ///   - tellsAll: Whether every finding is told in full.
  ///   - option: What tells the others.
  ///   - style: The colours.
  /// - Returns: The text of each finding, which may have several lines, and of the count.
  static func lines(
    of group: FindingGroup,
    among population: Int? = nil,
    tellsAll: Bool = false,
    option: String = "--all",
    style: Style
  ) -> [String] {
    let count = group.findings.count
    let limit = group.first.severity == .error ? Self.shown : 1
    // To say that one more is left out takes as much room as to tell it.
    let shown = tellsAll || count <= limit + 1 ? count : limit
    let lines = group.findings.prefix(shown).map { DiagnosticText.render($0, style: style) }
    guard shown < count else { return lines }
    let (rest, code) = ((count - shown).grouped, group.first.code)
    let share = population.map { ", \(count.grouped) of \($0.grouped) in all" } ?? ""
    let more =
      group.pattern.map { "… and \(rest) more [\(code)] at \($0)\(share)" }
      ?? "… and \(rest) more [\(code)]\(share)"
    return lines + [style.dim("\(more) (\(option) tells them)".localized)]
  }
}
