package import TaneCore

/// A rendering of findings as text, with the severity in color.
package enum DiagnosticText {
  /// Returns the finding with its notes and address.
  package static func render(_ finding: Diagnostic, style: Style) -> String {
    let severity = "\(finding.severity.rawValue):".localized
    let colored =
      switch finding.severity {
      case .error: style.red(severity)
      case .warning: style.yellow(severity)
      case .note: style.dim(severity)
      }
    let place = finding.position.map { "\($0): " } ?? ""
    var lines = [
      "\(style.bold(place))\(colored) \(finding.message.localized) \(style.dim("[\(finding.code)]"))"
    ]
    lines += finding.notes.map { note in
      let place = style.bold(note.position.map { "\($0): " } ?? "")
      return "\(place)\(style.dim("note:".localized)) \(note.message.localized)"
    }
    if let address = finding.address { lines.append("  \(address)") }
    return lines.joined(separator: "\n")
  }

  /// Returns the number of errors and warnings, such as `2 errors and 1 warning`.
  package static func counts(of findings: [Diagnostic]) -> String {
    let errors = findings.count { $0.severity == .error }
    let warnings = findings.count { $0.severity == .warning }
    return "\(counted(errors, "error")) and \(counted(warnings, "warning"))"
  }
}
