import TaneCore
import TaneKit

extension FindingReport {
  /// The numbers in words: `3 errors and 1 warning`.
  var counts: String { DiagnosticText.counts(of: findings) }

  /// The number of nodes where those of a group stand; nil where that is not known.
  func population(of group: FindingGroup) -> Int? { group.pattern?.population(in: nodes) }

  /// What came of the check, in one sentence.
  var sentence: String {
    let known = knownCount > 0 ? ", \(knownCount.grouped) known from the baseline" : ""
    return "Checked \(extent): \(counts)\(known)."
  }
}
