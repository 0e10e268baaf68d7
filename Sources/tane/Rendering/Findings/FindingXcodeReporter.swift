import TaneCore
import TaneRendering

/// Findings as Xcode reads them from the output of a build phase: an absolute path, a line, a column.
struct FindingXcodeReporter: FindingReporter {
  func write(_ report: FindingReport, to sink: @escaping TextSink) {
    for finding in report.findings {
      let address = finding.address.map { " (\($0))" } ?? ""
      sink(
        line(finding.position, "\(finding.severity)", report.root)
          + "\(finding.message)\(address) [\(finding.code)]\n"
      )
      for note in finding.notes {
        sink(line(note.position, "note", report.root) + "\(note.message)\n")
      }
    }
  }

  private func line(_ position: SourcePosition?, _ severity: String, _ root: String) -> String {
    guard let position else { return "\(severity): " }
    let place = position.line > 0 ? ":\(position.line):\(position.column)" : ":1:1"
    let file = position.file.hasPrefix("/") ? position.file : "\(root)/\(position.file)"
    return "\(file)\(place): \(severity): "
  }
}
