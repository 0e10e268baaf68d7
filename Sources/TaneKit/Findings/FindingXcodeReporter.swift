import TaneCore
import TaneRendering

/// A reporter that writes findings in the format that Xcode parses in the output of a build phase,
/// with an absolute path, a line and a column.
///
/// Every error has its own line. Three or more warnings of one kind are represented by the first
/// one.
struct FindingXcodeReporter: FindingReporter {
  /// A Boolean value indicating whether every finding is reported.
  let reportsAll: Bool

  func write(_ report: FindingReport, to sink: @escaping TextSink) {
    for group in FindingGroup.groups(of: report.findings) {
      let isFolded = !reportsAll && group.first.severity != .error && group.findings.count > 2
      for finding in isFolded ? [group.first] : group.findings {
        write(finding, isFolded ? group : nil, of: report, to: sink)
      }
    }
  }

  private func write(
    _ finding: Diagnostic,
    _ group: FindingGroup?,
    of report: FindingReport,
    to sink: TextSink
  ) {
    let address = finding.address.map { " (\($0))" } ?? ""
    let others = group.flatMap { group in
      group.pattern.map { ", and \((group.findings.count - 1).grouped) more at \($0)" }
    }
    sink(
      line(finding.position, "\(finding.severity)", report.root)
        + "\(finding.message)\(address)\(others ?? "") [\(finding.code)]\n"
    )
    for note in finding.notes {
      sink(line(note.position, "note", report.root) + "\(note.message)\n")
    }
  }

  private func line(_ position: SourcePosition?, _ severity: String, _ root: String) -> String {
    guard let position else { return "\(severity): " }
    let place = position.line > 0 ? ":\(position.line):\(position.column)" : ":1:1"
    let file = position.file.hasPrefix("/") ? position.file : "\(root)/\(position.file)"
    return "\(file.escapingControls)\(place): \(severity): "
  }
}
