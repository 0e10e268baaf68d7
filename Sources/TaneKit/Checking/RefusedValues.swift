import TaneCore

/// What a service cannot hold: types find null in its place, of which nothing more is to be said.
struct RefusedValues {
  private let addresses: Set<Address>

  /// Gathers what was found about documents.
  init(_ checks: [FindingReport.Check]) {
    addresses = Set(
      checks.flatMap(\.findings).compactMap { finding in
        finding.address?.service == Address.firestore && finding.severity == .error
          ? finding.address : nil
      }
    )
  }

  /// Takes out what types miss because it was refused.
  func leaveOut(of checks: inout [FindingReport.Check]) {
    guard !addresses.isEmpty else { return }
    for index in checks.indices {
      checks[index].findings.removeAll { finding in
        finding.code == Self.nullValue && finding.address.map(addresses.contains) ?? false
      }
    }
  }

  private static let nullValue: DiagnosticCode = "null-value"
}
