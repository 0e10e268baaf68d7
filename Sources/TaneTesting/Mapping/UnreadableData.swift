public import TaneCore
public import TaneMapping

/// An error thrown when a type cannot decode data, with all findings.
///
/// Test libraries print thrown errors, so the description is the complete report: no assertion from
/// a particular library is needed.
public struct UnreadableData: Error, Sendable {
  /// The type's name in Swift.
  package let typeName: String
  /// The address of the data.
  public let address: Address
  /// All findings, including warnings and notes.
  public let report: MappingReport

  /// The maximum number of findings in the description; `report` contains all of them.
  static let maximumShownFindings = 50
}

extension UnreadableData: CustomStringConvertible {
  /// One line with counts, followed by the findings, errors first, and the parts of the data that
  /// were not checked.
  public var description: String {
    let findings = report.findings.sorted { $0.severity > $1.severity }
    let shown = findings.prefix(Self.maximumShownFindings)
    var lines = ["\(typeName) cannot decode \(address): \(counts)"]
    lines += shown.map(\.description)
    if shown.count < findings.count {
      lines.append("and \(counted(findings.count - shown.count, "finding")) more")
    }
    lines += report.notChecked.map { "not checked: \($0)" }
    return lines.joined(separator: "\n")
  }

  private var counts: String {
    let severities: [Diagnostic.Severity] = [.error, .warning, .note]
    return severities.compactMap { severity in
      let count = report.findings.count { $0.severity == severity }
      return count == 0 ? nil : counted(count, severity.rawValue)
    }.joined(separator: ", ")
  }
}
