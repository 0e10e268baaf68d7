import ArgumentParser
import TaneKit
import TaneRendering

/// A format for reporting findings.
protocol FindingReporter {
  /// Writes the report to a sink.
  func write(_ report: FindingReport, to sink: @escaping TextSink) throws
}

/// The formats of findings that users can request.
enum ReporterName: String, ExpressibleByArgument, CaseIterable {
  case text, xcode, github, junit, sarif, markdown, html

  /// Returns the reporter for the format.
  func reporter(in context: CommandContext, tellsAll: Bool) -> any FindingReporter {
    let console = context.console
    return switch self {
    case .text:
      FindingTextReporter(style: console.style, tellsAll: tellsAll, width: console.width)
    case .xcode: FindingXcodeReporter(tellsAll: tellsAll)
    case .github: FindingGitHubReporter()
    case .junit: FindingJUnitReporter()
    case .sarif: FindingSARIFReporter()
    case .markdown: FindingMarkdownReporter()
    case .html: FindingHTMLReporter(links: FindingLinks(variables: context.variables))
    }
  }
}
