import TaneCore
import TaneRendering

/// A reporter that writes findings as annotations of a pull request, using workflow commands of
/// GitHub Actions.
///
/// For the format, see "Workflow commands for GitHub Actions" in GitHub's documentation. Since a
/// step shows at most ten errors and ten warnings, findings of one kind are reported once, with
/// their count. File names are relative to the root of the repository.
struct FindingGitHubReporter: FindingReporter {
  func write(_ report: FindingReport, to sink: @escaping TextSink) {
    for group in FindingGroup.groups(of: report.findings) {
      sink(Self.command(of: group, in: report) + "\n")
    }
    sink(report.sentence.localized + "\n")
    for clause in report.notChecked {
      sink("Not checked: \(clause.escapingControls).".localized + "\n")
    }
  }

  private static func command(of group: FindingGroup, in report: FindingReport) -> String {
    let finding = group.first
    let kind = finding.severity == .note ? "notice" : finding.severity.rawValue
    var properties: [(String, String)] = []
    if let position = finding.position {
      properties.append(("file", report.fileInRepository(position.file)))
      if position.line > 0 {
        properties += [("line", "\(position.line)"), ("col", "\(position.column)")]
      }
    }
    properties.append(("title", finding.code.rawValue))
    let list = properties.map { "\($0)=\(escapedProperty($1))" }.joined(separator: ",")
    return "::\(kind) \(list)::\(escapedData(message(of: group)))"
  }

  private static func message(of group: FindingGroup) -> String {
    let finding = group.first
    var lines = [finding.message.localized]
    if let address = finding.address { lines.append("\(address)") }
    if group.findings.count > 1, let pattern = group.pattern {
      lines.append("\(group.findings.count.grouped) occurrences at \(pattern)".localized)
    }
    return lines.joined(separator: "\n")
  }

  /// Escapes text for a command: line breaks as GitHub requires, other control characters as in all
  /// output of Tane.
  private static func escapedData(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "%": escaped += "%25"
      case "\r": escaped += "%0D"
      case "\n": escaped += "%0A"
      case _ where scalar.isControl: escaped += scalar.escape
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }

  private static func escapedProperty(_ text: String) -> String {
    escapedData(text).reduce(into: "") { escaped, character in
      switch character {
      case ":": escaped += "%3A"
      case ",": escaped += "%2C"
      default: escaped.append(character)
      }
    }
  }
}
