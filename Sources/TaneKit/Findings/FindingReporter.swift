package import TaneRendering

/// A format for reporting findings.
package protocol FindingReporter {
  func write(_ report: FindingReport, to sink: @escaping TextSink) throws
}

/// The name of a report format, as given to `--reporter`.
package enum ReporterName: String, CaseIterable {
  case text, xcode, github, junit, sarif, markdown, html

  /// Returns the reporter for the format.
  ///
  /// The text format wraps lines at `width` columns and uses `style`. In a CI job, `variables`
  /// identify the repository.
  package func reporter(
    _ style: Style,
    width: Int?,
    reportsAll: Bool,
    variables: [String: String],
    version: String
  ) -> any FindingReporter {
    switch self {
    case .text: FindingTextReporter(style: style, reportsAll: reportsAll, width: width)
    case .xcode: FindingXcodeReporter(reportsAll: reportsAll)
    case .github: FindingGitHubReporter()
    case .junit: FindingJUnitReporter()
    case .sarif: FindingSARIFReporter(version: version)
    case .markdown: FindingMarkdownReporter()
    case .html: FindingHTMLReporter(links: FindingLinks(variables: variables))
    }
  }
}
