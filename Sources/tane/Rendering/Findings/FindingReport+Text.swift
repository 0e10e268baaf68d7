import TaneCore
import TaneKit

extension FindingReport {
  /// The numbers of errors and warnings: `3 errors and 1 warning`.
  var counts: String { DiagnosticText.counts(of: findings) }

  /// Returns the number of all nodes in the place of a group.
  ///
  /// Returns nil if the number is unknown, or if nodes have several findings each.
  func population(of group: FindingGroup) -> Int? {
    group.pattern?.population(in: nodes).flatMap { $0 < group.findings.count ? nil : $0 }
  }

  /// The result of the checks, as a sentence.
  var sentence: String {
    let known = knownCount > 0 ? ", \(knownCount.grouped) known from the baseline" : ""
    return "Checked \(extent): \(counts)\(known)."
  }
}
