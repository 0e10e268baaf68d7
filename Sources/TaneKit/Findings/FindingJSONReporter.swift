package import TaneCore
import TaneFormats
package import TaneRendering

/// A reporter that writes all findings as one JSON document.
///
/// - `format`: 1. New keys may be added to this format, but no key is removed or changes its
///   meaning.
/// - `findings`: the findings with `severity`, `code`, `message`, and if known `file`, `line`,
///   `column`, `address`, `subject` (the type and the property) and `notes`.
/// - `groups`: the findings by kind: `code`, `severity`, `pattern` (the address, with `*` where the
///   addresses differ), `count`, and `of`, the number of nodes that match the pattern.
/// - `checks`: the checks with the number of `findings`, and `skipped`, the reason a check was
///   skipped.
/// - `errors`, `warnings`, `known`: the numbers of findings; known findings are in the baseline.
/// - `files`: the number of files that were read.
/// - `notChecked`: the skipped checks and the reasons.
package struct FindingJSONReporter: FindingReporter {
  /// The members that identify the checked data, such as the environment.
  private let subject: [(String, TreeLiteral)]

  package init(subject: [(String, TreeLiteral)]) { self.subject = subject }

  package func write(_ report: FindingReport, to sink: @escaping TextSink) throws {
    let findings = report.findings
    let entries: [(String, TreeLiteral)] = [
      ("format", 1),
      ("findings", .list(findings.map(DiagnosticJSON.literal))),
      ("groups", .list(FindingGroup.groups(of: findings).map { Self.literal($0, in: report) })),
      ("checks", .list(report.checks.map(Self.literal))),
      ("errors", .integer(Int64(findings.count { $0.severity == .error }))),
      ("warnings", .integer(Int64(findings.count { $0.severity == .warning }))),
      ("known", .integer(Int64(report.baselinedCount))),
      ("files", .integer(Int64(report.fileCount))),
      ("notChecked", .list(report.notChecked.map { .string($0) })),
    ]
    sink(try JSONWriter(.pretty, keyOrder: .key).write(Tree(.map(subject + entries))))
  }

  private static func literal(_ check: FindingReport.Check) -> TreeLiteral {
    var entries: [(String, TreeLiteral)] = [
      ("name", .string(check.name)), ("findings", .integer(Int64(check.findings.count))),
    ]
    if let skipped = check.skipped { entries.append(("skipped", .string(skipped))) }
    return .map(entries)
  }

  private static func literal(_ group: FindingGroup, in report: FindingReport) -> TreeLiteral {
    var entries: [(String, TreeLiteral)] = [
      ("code", .string(group.first.code.rawValue)),
      ("severity", .string(group.first.severity.rawValue)),
      ("count", .integer(Int64(group.findings.count))),
    ]
    if let pattern = group.pattern { entries.append(("pattern", .string("\(pattern)"))) }
    if let total = report.population(of: group) { entries.append(("of", .integer(Int64(total)))) }
    return .map(entries)
  }
}
