import TaneCore
import TaneRendering

/// A reporter that writes findings as a self-contained HTML page, for example as an artifact of a
/// CI job.
struct FindingHTMLReporter: FindingReporter {
  let links: FindingLinks

  func write(_ report: FindingReport, to sink: @escaping TextSink) {
    let checks = report.checks.filter { !$0.findings.isEmpty }
    sink(ReportPage.head(title: report.title))
    sink("<header>\n<h1>\(Self.text(report.title))</h1>\n")
    sink("<p class=\"sentence\">\(Self.text(report.sentence.localized))</p>\n")
    if !checks.isEmpty {
      let choices = [("code", "Code"), ("file", "File"), ("type", "Type")]
        .map { ($0, $1.localized) }
      sink(ReportPage.filters(placeholder: "message, file or address".localized, choices: choices))
    }
    sink("</header>\n<main>\n")
    for check in checks {
      let title = "<code>\(Self.text(check.name))</code>"
      ReportPage.write(section: title, count: check.findings.count, to: sink) { sink in
        for finding in check.findings { sink(article(of: finding, in: report)) }
      }
    }
    write("Not checked", report.notChecked.map { Self.text($0.localized) }, to: sink)
    write("Codes", Self.codes(of: checks.flatMap(\.findings)), to: sink)
    sink("</main>\n\(ReportPage.end)")
  }

  private func write(_ title: String, _ items: [String], to sink: TextSink) {
    guard !items.isEmpty else { return }
    sink("<h2>\(title.localized)</h2>\n<ul class=\"notes\">\n")
    for item in items { sink("<li>\(item)</li>\n") }
    sink("</ul>\n")
  }

  /// Renders the codes that occur in the findings, each with its meaning and solution.
  private static func codes(of findings: [Diagnostic]) -> [String] {
    Set(findings.map(\.code.rawValue)).sorted().compactMap { code in
      FindingRule(code).map { rule in
        "<code>\(text(code))</code> \(text(rule.meaning.localized)): \(text(rule.advice.localized))"
      }
    }
  }

  private func article(of finding: Diagnostic, in report: FindingReport) -> String {
    let data = [
      ("kind", finding.severity.rawValue), ("code", finding.code.rawValue),
      ("file", finding.position?.file), ("type", Self.type(of: finding)),
    ]
    .compactMap { name, value in value.map { " data-\(name)=\"\(Self.text($0))\"" } }
    let place = finding.position.map { " \(link(to: $0, in: report))" } ?? ""
    let notes = finding.notes.map { note in
      let place = note.position.map { " \(link(to: $0, in: report))" } ?? ""
      return "<p>\(Self.text(note.message.localized))\(place)</p>"
    }
    let address = finding.address.map { " <em><code>\(Self.text("\($0)"))</code></em>" } ?? ""
    return """
      <article\(data.joined())><h3><b>\("\(finding.severity)".localized)</b>\(place)\(address)</h3>
      <div>\(Self.text(finding.message.localized)) [\(Self.text(finding.code.rawValue))]</div>\(notes.joined())</article>

      """
  }

  private func link(to position: SourcePosition, in report: FindingReport) -> String {
    let place = "<code>\(Self.text("\(position)"))</code>"
    return "<a href=\"\(Self.text(links.url(of: position, in: report)))\">\(place)</a>"
  }

  /// Returns the type that a finding refers to, such as `Shop` for `Shop.rating`.
  private static func type(of finding: Diagnostic) -> String? {
    finding.subject.map { String($0.prefix { $0 != "." }) }
  }

  /// Escapes untrusted text for element content or a quoted attribute, and makes invisible
  /// characters visible.
  private static func text(_ text: String) -> String {
    XMLText.escaped(VisibleText.revealing(text))
  }
}

/// The links from findings to lines of source files.
struct FindingLinks {
  /// The URL of the checked commit's files on GitHub, ending in a slash, or nil outside GitHub
  /// Actions.
  private let repository: String?

  /// Reads the variables of a job on GitHub Actions; without them, links refer to local files.
  init(variables: [String: String]) {
    let parts = ["GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_SHA"].compactMap {
      variables[$0].flatMap { $0.isEmpty ? nil : $0 }
    }
    let isWeb = parts.first?.hasPrefix("https://") ?? false
    repository = parts.count == 3 && isWeb ? "\(parts[0])/\(parts[1])/blob/\(parts[2])/" : nil
  }

  /// Returns the URL of the line at a position.
  func url(of position: SourcePosition, in report: FindingReport) -> String {
    let line = position.line > 0 ? "#L\(position.line)" : ""
    if let repository, !position.file.hasPrefix("/") {
      return repository + PercentEncoding.encodeURLPath(report.fileInRepository(position.file))
        + line
    }
    let file = position.file.hasPrefix("/") ? position.file : "\(report.root)/\(position.file)"
    return "file://\(PercentEncoding.encodeURLPath(file))\(line)"
  }
}
