import ArgumentParser
import TaneKit
import TaneRendering

/// One way to tell what a check found.
protocol FindingReporter {
  /// Hands the text to a sink.
  func write(_ report: FindingReport, to sink: @escaping TextSink) throws
}

/// The ways to tell findings that can be asked for by name.
enum ReporterName: String, ExpressibleByArgument, CaseIterable {
  case text, xcode, github, junit, sarif, markdown, html

  /// The reporter of the name.
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
