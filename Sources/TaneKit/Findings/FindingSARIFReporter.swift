import TaneCore
import TaneFormats
import TaneRendering

/// A reporter that writes findings as SARIF 2.1.0 (OASIS) for code scanning services.
struct FindingSARIFReporter: FindingReporter {
  /// The version of Tane.
  let version: String

  func write(_ report: FindingReport, to sink: @escaping TextSink) throws {
    let findings = report.findings
    let run: TreeLiteral = [
      "tool": ["driver": driver(of: findings)],
      "columnKind": "unicodeCodePoints",
      "originalUriBaseIds": ["%SRCROOT%": ["uri": .string(Self.fileURL(report.repositoryRoot))]],
      "results": .list(findings.map { Self.result($0, in: report) }),
      "invocations": [
        [
          "executionSuccessful": true,
          "toolExecutionNotifications": .list(report.notChecked.map(Self.notification)),
        ]
      ],
    ]
    let log: TreeLiteral = [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": [run],
    ]
    sink(try JSONWriter(.pretty).write(Tree(log)))
  }

  private func driver(of findings: [Diagnostic]) -> TreeLiteral {
    let codes = Set(findings.map(\.code.rawValue)).sorted()
    return [
      "name": "tane",
      "version": .string(version),
      "rules": .list(codes.map(Self.rule)),
    ]
  }

  private static func rule(_ code: String) -> TreeLiteral {
    guard let rule = FindingRule(code) else { return ["id": .string(code)] }
    return [
      "id": .string(code),
      "shortDescription": ["text": .string(rule.meaning)],
      "fullDescription": ["text": .string("\(rule.meaning).")],
      "help": ["text": .string("\(rule.advice).")],
    ]
  }

  private static func notification(_ clause: String) -> TreeLiteral {
    ["level": "note", "message": ["text": .string("Not checked: \(clause).")]]
  }

  private static func result(_ finding: Diagnostic, in report: FindingReport) -> TreeLiteral {
    var entries: [(String, TreeLiteral)] = [
      ("ruleId", .string(finding.code.rawValue)),
      ("level", .string(finding.severity.rawValue)),
      ("message", ["text": .string(finding.message)]),
      ("locations", [.map(place(of: finding.position, finding.address, in: report))]),
    ]
    let related = finding.notes.filter { $0.position != nil }.map { note in
      var related = place(of: note.position, nil, in: report)
      related.append(("message", ["text": .string(note.message)]))
      return TreeLiteral.map(related)
    }
    if !related.isEmpty { entries.append(("relatedLocations", .list(related))) }
    return .map(entries)
  }

  private static func place(
    of position: SourcePosition?,
    _ address: Address?,
    in report: FindingReport
  ) -> [(String, TreeLiteral)] {
    var entries: [(String, TreeLiteral)] = []
    if let position {
      var physical: [(String, TreeLiteral)] = [
        ("artifactLocation", artifact(report.fileInRepository(position.file)))
      ]
      if position.line > 0 {
        physical.append(
          (
            "region",
            [
              "startLine": .integer(Int64(position.line)),
              "startColumn": .integer(Int64(position.column)),
            ]
          )
        )
      }
      entries.append(("physicalLocation", .map(physical)))
    }
    if let address {
      entries.append(("logicalLocations", [["fullyQualifiedName": .string("\(address)")]]))
    }
    return entries
  }

  private static func artifact(_ file: String) -> TreeLiteral {
    guard !file.hasPrefix("/") else { return ["uri": .string(fileURL(file))] }
    return ["uri": .string(PercentEncoding.encodeURLPath(file)), "uriBaseId": "%SRCROOT%"]
  }

  private static func fileURL(_ path: String) -> String {
    "file://\(PercentEncoding.encodeURLPath(path))"
  }
}
