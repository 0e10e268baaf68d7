package import TaneCore

/// The versions of the resources that a run wrote, before and after the run.
package struct RunReceipt: Sendable {
  private let before: [Address: ResourceVersion]
  private var written: [Address: ResourceVersion] = [:]

  init(of plan: Plan) {
    let versions = plan.steps.map { ($0.address, $0.before.version) }
    before = Dictionary(versions) { first, _ in first }
  }

  /// Adds the versions of resources after a batch.
  mutating func add(_ versions: [Address: ResourceVersion]) {
    written.merge(versions) { $1 }
  }

  /// Returns an explanation, based on versions, of why resources differ when read back, and a
  /// remedy.
  package func explanation(of resources: [Resource]) -> String {
    let wereWrittenByOthers = resources.contains { resource in
      guard case .tag = resource.version, let version = written[resource.address] else {
        return false
      }
      return resource.version != version && resource.version != before[resource.address]
    }
    if wereWrittenByOthers {
      return "somebody else wrote to it after this run; run tane diff to compare"
    }
    let wereWrittenByRun = resources.allSatisfy { resource in
      written[resource.address].map { $0 == resource.version } ?? false
    }
    return wereWrittenByRun
      ? "the stored values differ from those that were sent; run tane diff to compare"
      : "the writes are not visible in the service yet, or somebody else is writing to it; run "
        + "tane diff to compare"
  }
}
