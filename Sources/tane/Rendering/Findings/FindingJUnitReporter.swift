import TaneCore
import TaneRendering

/// Findings as a JUnit report, which nearly every CI server shows: a test case for each thing that was
/// checked, and one more for each error.
struct FindingJUnitReporter: FindingReporter {
  func write(_ report: FindingReport, to sink: @escaping TextSink) {
    let errors = report.findings.count { $0.severity == .error }
    let passed = report.checks.count { !$0.findings.containsError }
    sink("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    sink("<testsuites tests=\"\(errors + passed)\" failures=\"\(errors)\">\n")
    for check in report.checks { write(check, of: report, to: sink) }
    sink("</testsuites>\n")
  }

  private func write(_ check: FindingReport.Check, of report: FindingReport, to sink: TextSink) {
    let errors = check.findings.filter { $0.severity == .error }
    let others = check.findings.filter { $0.severity != .error }
    let count = max(1, errors.count)
    sink(
      "  <testsuite name=\"\(XMLText.escaped(check.name))\" tests=\"\(count)\""
        + " failures=\"\(errors.count)\">\n"
    )
    if errors.isEmpty {
      sink("    <testcase classname=\"\(XMLText.escaped(report.title))\"")
      sink(" name=\"\(XMLText.escaped(check.name))\"/>\n")
    }
    for error in errors { write(error, of: report, to: sink) }
    if !others.isEmpty {
      let lines = others.map(\.description).joined(separator: "\n")
      sink("    <system-out>\(XMLText.escaped(lines))</system-out>\n")
    }
    sink("  </testsuite>\n")
  }

  private func write(_ error: Diagnostic, of report: FindingReport, to sink: TextSink) {
    let place = error.address.map { "\($0)" } ?? error.position?.file ?? report.title
    sink("    <testcase classname=\"\(XMLText.escaped(report.title))\"")
    sink(" name=\"\(XMLText.escaped("\(place) [\(error.code)]"))\"")
    if let position = error.position {
      sink(" file=\"\(XMLText.escaped(position.file))\" line=\"\(max(1, position.line))\"")
    }
    sink(">\n      <failure type=\"\(XMLText.escaped(error.code.rawValue))\"")
    sink(" message=\"\(XMLText.escaped(error.message))\">")
    sink(XMLText.escaped(error.description))
    sink("</failure>\n    </testcase>\n")
  }
}
