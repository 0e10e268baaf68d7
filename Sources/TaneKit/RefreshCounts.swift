package import TaneCore
import TaneSeeding

/// The numbers of values and resources that `tane plan --refresh-only` recorded as unchanged.
package struct RefreshCounts {
  /// The number of unchanged values.
  private let values: Int
  /// The number of other unchanged resources by kind, such as `object`.
  private let resources: [(noun: String, count: Int)]
  /// The number of values that still differ.
  private let differing: Int
  /// The services whose state is not recorded.
  package let unrecordedServices: [String]

  /// Counts the unchanged values and resources in services that the ledger records.
  init(of difference: Difference, keptBy ledger: EnvironmentLedger) {
    let kept = difference.resources.filter { ledger.keeps($0.address.service) }
    values = Difference(kept).unchangedValueCount
    var resources: [(noun: String, count: Int)] = []
    for resource in kept {
      guard let noun = resource.rules.noun else { continue }
      let index = resources.firstIndex { $0.noun == noun }
      if index == nil { resources.append((noun, 0)) }
      guard resource.isEmpty, resource.new.exists else { continue }
      resources[index ?? resources.count - 1].count += 1
    }
    self.resources = resources
    differing = kept.reduce(0) { $0 + $1.written.changes.count { $0.kind != .extra } }
    unrecordedServices = Set(difference.resources.map(\.address.service)).filter {
      !ledger.keeps($0)
    }.sorted()
  }

  /// Returns a sentence with the counts for an environment.
  package func sentence(of environment: String) -> String {
    let texts = [counted(values, "value")] + resources.map { counted($0.count, $0.noun) }
    let remaining =
      differing == 0
      ? "No differences."
      : "\(counted(differing, "value")) still \(differing == 1 ? "differs" : "differ")."
    return
      "Recorded \(texts.joined(separator: ", ")) as identical in \(environment) and the fixtures. "
      + "\(remaining) Nothing was written to \(environment)."
  }

  /// The counts by kind, as JSON output.
  package var literal: TreeLiteral {
    .map(
      [("values", .integer(Int64(values)))]
        + resources.map { ("\($0.noun)s", .integer(Int64($0.count))) }
        + [("differing", .integer(Int64(differing)))]
    )
  }
}
