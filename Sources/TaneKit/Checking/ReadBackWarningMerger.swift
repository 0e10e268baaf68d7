import TaneCore
import TaneMapping

/// A pass that merges warnings about the Realtime Database's conversions into the type errors that
/// these conversions cause.
///
/// A merged warning becomes a note of the error. A warning that a map becomes a list is removed if
/// the type expects a list.
struct ReadBackWarningMerger {
  /// The warnings about conversions, by node.
  private var reasons: [Address: Diagnostic] = [:]
  private var used: Set<Address> = []

  private static let codes: Set<DiagnosticCode> = [
    .mapBecomesList, .listBecomesMap, .emptyVanishes,
  ]

  /// Moves warnings from the checks of data into the type errors that they explain.
  ///
  /// - Parameters:
  ///   - data: The checks of the data, from which warnings are removed.
  ///   - types: The checks of the types, whose errors receive notes.
  ///   - readsList: Returns true if a type decodes the node at an address as a list.
  static func fold(
    _ data: inout [FindingReport.Check],
    into types: inout [FindingReport.Check],
    readsList: (Address) -> Bool
  ) {
    var folding = ReadBackWarningMerger()
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
        guard let address = finding.address, codes.contains(finding.code) else { return false }
        return folding.used.contains(address)
          || finding.code == .mapBecomesList && readsList(address)
      }
    }
  }

  /// Returns the warning about a finding's node or, for a missing list element, about the map that
  /// becomes the list; returns nil if there is none.
  private func reason(
    for finding: Diagnostic,
    at address: Address
  ) -> (address: Address, Diagnostic)? {
    if let reason = reasons[address] { return (address, reason) }
    let parent = Address(service: address.service, path: address.path.parent)
    guard finding.code == .nullValue, !used.contains(parent), let reason = reasons[parent],
      reason.code == .mapBecomesList
    else { return nil }
    return (parent, reason)
  }

  private mutating func explain(_ finding: inout Diagnostic) {
    guard finding.severity == .error, let address = finding.address,
      let (address, reason) = reason(for: finding, at: address)
    else { return }
    used.insert(address)
    finding.notes.insert(Diagnostic.Note(reason.message, at: reason.position), at: 0)
  }
}
