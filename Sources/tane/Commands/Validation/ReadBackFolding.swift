import TaneCore

/// Tells once what a type cannot read because the Realtime Database gives it back in another shape.
///
/// The warning about the shape becomes a note of the error, which alone says that it matters.
struct ReadBackFolding {
  /// What is said of shapes, by the nodes.
  private var reasons: [Address: Diagnostic] = [:]
  private var used: Set<Address> = []

  private static let codes: Set<DiagnosticCode> = [
    .mapBecomesList, .listBecomesMap, .emptyVanishes,
  ]

  /// Takes the warnings out of the checks of data, and puts those that explain errors of types there.
  static func fold(_ data: inout [FindingReport.Check], into types: inout [FindingReport.Check]) {
    var folding = ReadBackFolding()
    for finding in data.flatMap(\.findings) where codes.contains(finding.code) {
      if let address = finding.address { folding.reasons[address] = finding }
    }
    for check in types.indices {
      for index in types[check].findings.indices {
        folding.explain(&types[check].findings[index])
      }
    }
    for check in data.indices {
      data[check].findings.removeAll { finding in
        guard let address = finding.address else { return false }
        return codes.contains(finding.code) && folding.used.contains(address)
      }
    }
  }

  private mutating func explain(_ finding: inout Diagnostic) {
    guard finding.severity == .error, let address = finding.address,
      let reason = reasons[address]
    else { return }
    used.insert(address)
    finding.notes.insert(Diagnostic.Note(reason.message, at: reason.position), at: 0)
  }
}
