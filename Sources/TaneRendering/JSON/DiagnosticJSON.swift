package import TaneCore

/// An encoder for findings as JSON.
package enum DiagnosticJSON {
  /// Returns the finding as a JSON object.
  package static func literal(_ finding: Diagnostic) -> TreeLiteral {
    var entries: [(String, TreeLiteral)] = [
      ("severity", .string(finding.severity.rawValue)), ("code", .string(finding.code.rawValue)),
      ("message", .string(finding.message)),
    ]
    entries += PositionJSON.entries(finding.position)
    if let address = finding.address { entries.append(("address", .string("\(address)"))) }
    if let subject = finding.subject { entries.append(("subject", .string(subject))) }
    if !finding.notes.isEmpty {
      let notes = finding.notes.map { note in
        TreeLiteral.map([("message", .string(note.message))] + PositionJSON.entries(note.position))
      }
      entries.append(("notes", .list(notes)))
    }
    return .map(entries)
  }
}
