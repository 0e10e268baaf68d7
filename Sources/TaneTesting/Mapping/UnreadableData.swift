public import TaneCore
public import TaneMapping

/// The error of an expectation that a type reads data: everything that it cannot read.
///
/// Test libraries print an error that a test throws, so the description is the whole report: no assertion
/// of a particular library is needed.
public struct UnreadableData: Error, Sendable {
  /// The type, as Swift names it.
  public let typeName: String
  /// The node whose data the type was to read.
  public let address: Address
  /// All that was found, warnings and notes included.
  public let report: MappingReport

  /// The most findings that the description tells; `report` has all.
  static let shownFindings = 50
}

extension UnreadableData: CustomStringConvertible {
  /// One line that counts, then the findings, errors first, then what was not checked.
  public var description: String {
    let findings = report.findings.sorted { $0.severity > $1.severity }
    let shown = findings.prefix(Self.shownFindings)
    var lines = ["\(typeName) does not read \(address): \(counts)"]
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
