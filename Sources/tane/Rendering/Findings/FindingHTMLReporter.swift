import TaneCore
import TaneRendering

/// Findings as a page of its own, to keep as an artifact of a CI job: no script, nothing to load.
struct FindingHTMLReporter: FindingReporter {
  private static let head = """
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    """

  private static let style = """
    <style>
    :root { color-scheme: light dark }
    body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem }
    code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere }
    li { margin: .4rem 0 }
    .error b { color: light-dark(#b3261e, #f2b8b5) }
    .warning b { color: light-dark(#8a5000, #ffb95c) }
    </style>
    """

  func write(_ report: FindingReport, to sink: @escaping TextSink) {
    let title = XMLText.escaped(report.title)
    sink("\(Self.head)\n<title>\(title)</title>\n\(Self.style)\n<h1>\(title)</h1>\n")
    sink("<p>\(XMLText.escaped(report.sentence))</p>\n")
    for check in report.checks where !check.findings.isEmpty { write(check, to: sink) }
    guard !report.notChecked.isEmpty else { return }
    sink("<h2>Not checked</h2>\n<ul>\n")
    for clause in report.notChecked { sink("<li>\(XMLText.escaped(clause))</li>\n") }
    sink("</ul>\n")
  }

  private func write(_ check: FindingReport.Check, to sink: TextSink) {
    sink("<h2>\(XMLText.escaped(check.name))</h2>\n")
    for group in FindingGroup.groups(of: check.findings) {
      let count = group.findings.count
      let name = XMLText.escaped(group.pattern.map { "\($0)" } ?? group.first.code.rawValue)
      sink("<details\(count <= 10 ? " open" : "")>\n<summary><code>\(name)</code> ")
      sink("\(group.first.code), \(counted(count, "place"))</summary>\n<ul>\n")
      for finding in group.findings { sink(Self.item(finding)) }
      sink("</ul>\n</details>\n")
    }
  }

  private static func item(_ finding: Diagnostic) -> String {
    let place = finding.position.map { "<code>\(XMLText.escaped("\($0)"))</code> " } ?? ""
    let notes = finding.notes.map { note in
      let place = note.position.map { " <code>\(XMLText.escaped("\($0)"))</code>" } ?? ""
      return "<br>\(XMLText.escaped(note.message))\(place)"
    }.joined()
    return "<li class=\"\(finding.severity)\">\(place)<b>\(finding.severity)</b> "
      + "\(XMLText.escaped(finding.message))\(notes)</li>\n"
  }
}
