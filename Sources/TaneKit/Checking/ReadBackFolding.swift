import TaneCore
import TaneMapping

/// Tells once what a type cannot read because the Realtime Database gives it back in another shape.
///
/// The warning about the shape becomes a note of the error, which alone says that it matters. Where the type
/// reads a list, a map that becomes one is as it should be.
struct ReadBackFolding {
  /// What is said of shapes, by the nodes.
  private var reasons: [Address: Diagnostic] = [:]
  private var used: Set<Address> = []

  private static let codes: Set<DiagnosticCode> = [
    .mapBecomesList, .listBecomesMap, .emptyVanishes,
  ]

  /// Takes the warnings out of the checks of data, and puts those that explain errors of types there.
  ///
  /// - Parameters:
  ///   - data: What was found about data.
  ///   - types: What was found about what types read.
  ///   - readsList: Whether a type reads a list from a node.
  static func fold(
    _ data: inout [FindingReport.Check],
    into types: inout [FindingReport.Check],
    readsList: (Address) -> Bool
  ) {
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
        guard let address = finding.address, codes.contains(finding.code) else { return false }
        return folding.used.contains(address)
          || finding.code == .mapBecomesList && readsList(address)
      }
    }
  }

  /// What is said of the shape of a node, or of the map whose keys lack one that then is null in a list.
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
