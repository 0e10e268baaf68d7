import TaneCore

/// The values that Firestore rejects; findings that report these values as missing are redundant.
struct RejectedValues {
  private let addresses: Set<Address>

  /// Collects the addresses of Firestore errors in the findings.
  init(_ checks: [FindingReport.Check]) {
    addresses = Set(
      checks.flatMap(\.findings).compactMap { finding in
        finding.address?.service == Address.firestore && finding.severity == .error
          ? finding.address : nil
      }
    )
  }

  /// Removes the findings that report a value as missing where Firestore has rejected the value.
  func removeMissingValues(from checks: inout [FindingReport.Check]) {
    guard !addresses.isEmpty else { return }
    for index in checks.indices {
      checks[index].findings.removeAll { finding in
        finding.code == Self.nullValue && finding.address.map(addresses.contains) ?? false
      }
    }
  }

  private static let nullValue: DiagnosticCode = "null-value"
}
