import TaneCore
import TaneFormats
import TaneKit
import TaneRendering

/// Everything that a check found as one JSON document.
///
/// - `format`: 1. Keys may be added under this number; none is taken away or given another meaning.
/// - `findings`: each with `severity`, `code`, `message`, and where known `file`, `line`, `column`,
///   `address`, `subject` (the type and the property) and `notes`.
/// - `groups`: findings of one kind: `code`, `severity`, `pattern` (the address with `*` where they
///   differ), `count`, and `of`, the number of nodes that are there.
/// - `checks`: what was checked, with the number of `findings`, and `skipped`, why nothing was.
/// - `errors`, `warnings`, `known`: numbers of findings; the last ones are in the baseline.
struct FindingJSONReporter: FindingReporter {
  /// The entries that say what was checked, such as the environment.
  let subject: [(String, TreeLiteral)]

  func write(_ report: FindingReport, to sink: @escaping TextSink) throws {
    let findings = report.findings
    let entries: [(String, TreeLiteral)] = [
      ("format", 1),
      ("findings", .list(findings.map(DiagnosticJSON.literal))),
      ("groups", .list(FindingGroup.groups(of: findings).map { Self.literal($0, in: report) })),
      ("checks", .list(report.checks.map(Self.literal))),
      ("errors", .integer(Int64(findings.count { $0.severity == .error }))),
      ("warnings", .integer(Int64(findings.count { $0.severity == .warning }))),
      ("known", .integer(Int64(report.knownCount))),
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
