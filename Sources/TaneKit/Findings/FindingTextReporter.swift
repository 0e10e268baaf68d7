import TaneCore
package import TaneRendering

/// A reporter that writes findings as human-readable text: the first findings of each kind in full,
/// and the number of further ones.
package struct FindingTextReporter: FindingReporter {
  let style: Style
  /// A Boolean value indicating whether every finding is reported in full.
  let reportsAll: Bool
  /// The width of the terminal in columns, or nil if the text is not wrapped.
  let width: Int?

  /// The maximum number of errors of one kind to report in full; the maximum for warnings and notes
  /// is 1.
  private static let shown = 3

  package func write(_ report: FindingReport, to sink: @escaping TextSink) {
    let groups = FindingGroup.groups(of: report.findings)
    for group in groups {
      let lines = Self.lines(
        of: group,
        among: report.population(of: group),
        reportsAll: reportsAll,
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

  /// Returns the first findings of a group, and a line with the number of further ones.
  ///
  /// - Parameters:
  ///   - group: The findings.
  ///   - population: The number of all nodes that match the pattern, or nil if it is unknown.
  ///   - reportsAll: True to report every finding in full.
  ///   - option: The option that reports all findings.
  ///   - style: The style of the text.
  /// - Returns: The text of each finding, which may have several lines, and the line with the
  ///   number of further ones.
  package static func lines(
    of group: FindingGroup,
    among population: Int? = nil,
    reportsAll: Bool = false,
    option: String = "--all",
    style: Style
  ) -> [String] {
    let count = group.findings.count
    let limit = group.first.severity == .error ? Self.shown : 1
    // A line about a single omitted finding would be as long as the finding itself.
    let shown = reportsAll || count <= limit + 1 ? count : limit
    let lines = group.findings.prefix(shown).map { DiagnosticText.render($0, style: style) }
    guard shown < count else { return lines }
    let (rest, code) = ((count - shown).grouped, group.first.code)
    let share = population.map { ", \(count.grouped) of \($0.grouped) nodes in total" } ?? ""
    let more =
      group.pattern.map { "… and \(rest) more [\(code)] at \($0)\(share)" }
      ?? "… and \(rest) more [\(code)]\(share)"
    return lines + [style.dim("\(more) (\(option) shows them)".localized)]
  }
}
