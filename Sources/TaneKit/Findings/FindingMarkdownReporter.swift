import TaneCore
import TaneRendering

/// A reporter that writes findings as Markdown for a comment or a summary of a CI job, with a line
/// for each kind and the positions in collapsed sections.
struct FindingMarkdownReporter: FindingReporter {
  /// The maximum number of listed positions per kind.
  private static let listed = 20

  func write(_ report: FindingReport, to sink: @escaping TextSink) {
    sink("### \(MarkdownText.plain(report.title))\n\n")
    sink("**\(MarkdownText.plain(report.sentence.localized))**\n")
    let groups = FindingGroup.groups(of: report.findings)
    if !groups.isEmpty {
      let titles = ["Where", "Finding", "Places"].map(\.localized)
      sink("\n| | \(titles.joined(separator: " | ")) |\n|---|---|---|--:|\n")
      for group in groups { sink(Self.row(of: group, in: report)) }
    }
    for group in groups where group.findings.count > 1 { write(group, to: sink) }
    if !report.notChecked.isEmpty {
      sink("\n\("Not checked:".localized)\n\n")
      for clause in report.notChecked { sink("- \(MarkdownText.plain(clause.localized))\n") }
    }
  }

  private static func row(of group: FindingGroup, in report: FindingReport) -> String {
    let finding = group.first
    let place = finding.position.map { cell("\($0)") } ?? ""
    let nodes = group.pattern.map { "\($0)" } ?? finding.address.map { "\($0)" }
    let address = nodes.map { "<br>\(cell($0))" } ?? ""
    let count = group.findings.count.grouped
    let places =
      report.population(of: group).map { "\(count) of \($0.grouped) nodes".localized } ?? count
    let text = MarkdownText.plain(finding.message.localized)
    return "| \("\(finding.severity)".localized) | \(place)\(address) | \(text) `\(finding.code)` |"
      + " \(places) |\n"
  }

  private static func cell(_ text: String) -> String {
    MarkdownText.code(text.replacing("|", with: "\\|"))
  }

  private func write(_ group: FindingGroup, to sink: TextSink) {
    let name = HTMLText.escaped(group.pattern.map { "\($0)" } ?? group.first.code.rawValue)
    sink("\n<details>\n<summary>\(group.first.code): \(name)</summary>\n\n")
    for finding in group.findings.prefix(Self.listed) {
      let place = finding.position.map { MarkdownText.code("\($0)") + " " } ?? ""
      sink("- \(place)\(MarkdownText.plain(finding.message.localized))\n")
    }
    let rest = group.findings.count - Self.listed
    if rest > 0 { sink("- \("… and \(rest.grouped) more".localized)\n") }
    sink("\n</details>\n")
  }
}
