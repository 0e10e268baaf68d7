import TaneCore
import TaneRendering

/// A reporter that writes findings in the JUnit format, which most CI servers support, with a test
/// case for each check and for each error.
///
/// Skipped checks are skipped test cases.
struct FindingJUnitReporter: FindingReporter {
  func write(_ report: FindingReport, to sink: @escaping TextSink) {
    let errors = report.findings.count { $0.severity == .error }
    let others = report.checks.filter { !$0.findings.containsError }
    let left = report.notChecked.count
    let skipped = others.count { $0.skipped != nil } + left
    sink("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    sink("<testsuites tests=\"\(errors + others.count + left)\" failures=\"\(errors)\"")
    sink(" skipped=\"\(skipped)\">\n")
    for check in report.checks { write(check, of: report, to: sink) }
    if left > 0 { writeNotChecked(of: report, to: sink) }
    sink("</testsuites>\n")
  }

  private func writeNotChecked(of report: FindingReport, to sink: TextSink) {
    let count = report.notChecked.count
    sink("  <testsuite name=\"not checked\" tests=\"\(count)\" failures=\"0\"")
    sink(" skipped=\"\(count)\">\n")
    for clause in report.notChecked { writeCase(named: clause, skipped: "", of: report, to: sink) }
    sink("  </testsuite>\n")
  }

  private func writeCase(
    named name: String,
    skipped reason: String?,
    of report: FindingReport,
    to sink: TextSink
  ) {
    sink("    <testcase classname=\"\(XMLText.escaped(report.title))\"")
    sink(" name=\"\(XMLText.escaped(name))\"")
    guard let reason else { return sink("/>\n") }
    let message = reason.isEmpty ? "" : " message=\"\(XMLText.escaped(reason))\""
    sink("><skipped\(message)/></testcase>\n")
  }

  private func write(_ check: FindingReport.Check, of report: FindingReport, to sink: TextSink) {
    let errors = check.findings.filter { $0.severity == .error }
    let others = check.findings.filter { $0.severity != .error }
    let count = max(1, errors.count)
    let skipped = errors.isEmpty && check.skipped != nil ? 1 : 0
    sink(
      "  <testsuite name=\"\(XMLText.escaped(check.name))\" tests=\"\(count)\""
        + " failures=\"\(errors.count)\" skipped=\"\(skipped)\">\n"
    )
    if errors.isEmpty { writeCase(named: check.name, skipped: check.skipped, of: report, to: sink) }
    for error in errors { write(error, of: report, to: sink) }
    if !others.isEmpty {
      let lines = FindingGroup.groups(of: others).map(\.text).joined(separator: "\n")
      sink("    <system-out>\(XMLText.escaped(lines))</system-out>\n")
    }
    sink("  </testsuite>\n")
  }

  private func write(_ error: Diagnostic, of report: FindingReport, to sink: TextSink) {
    let place =
      error.address.map { "\($0)" } ?? error.position.map { "\($0)" } ?? report.title
    sink("    <testcase classname=\"\(XMLText.escaped(report.title))\"")
    sink(" name=\"\(XMLText.escaped("\(place) [\(error.code)]"))\"")
    if let position = error.position {
      let file = XMLText.escaped(report.fileInRepository(position.file))
      sink(" file=\"\(file)\" line=\"\(max(1, position.line))\"")
    }
    sink(">\n      <failure type=\"\(XMLText.escaped(error.code.rawValue))\"")
    sink(" message=\"\(XMLText.escaped(error.message))\">")
    sink(XMLText.escaped(error.description))
    sink("</failure>\n    </testcase>\n")
  }
}
