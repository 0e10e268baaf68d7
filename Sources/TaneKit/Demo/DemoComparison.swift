import TaneCore
import TaneProject

/// The results of comparing the data, objects and accounts of an environment with its fixtures.
struct DemoComparison {
  private let difference: Difference
  private let accounts: Set<String>
  private let environment: String
  private let reset: String

  init(_ difference: Difference, of profile: EnvironmentProfile, reset: String) {
    (self.difference, self.reset) = (difference, reset)
    environment = profile.name
    accounts = Set(profile.services(of: .accounts).map(\.name))
  }

  /// The check of all values except those of objects and accounts.
  var data: DemoCheckResult {
    let resources = difference.resources.filter {
      !$0.isObject && !accounts.contains($0.address.service)
    }
    let findings = findings(of: resources)
    let extras = resources.reduce(0) { $0 + $1.written.changes.count { $0.kind == .extra } }
    let count = resources.reduce(0) { $0 + $1.written.unchangedCount }
    let beside =
      extras == 0
      ? ""
      : ", plus \(counted(extras, "extra")) not in the fixtures (\(reset) --prune removes extras)"
    let answer =
      findings.isEmpty
      ? (count == 1
        ? "1 value matches the fixtures" : "\(counted(count, "value")) match the fixtures")
      : "\(counted(findings.count, "value")) \(findings.count == 1 ? "differs" : "differ") from the fixtures"
    return DemoCheckResult(name: "data", answer: answer + beside, findings: findings)
  }

  /// The check of objects, or nil if fixtures describe none.
  var objects: DemoCheckResult? {
    let resources = difference.resources.filter(\.isObject)
    guard !resources.isEmpty else { return nil }
    let findings = resources.filter { !$0.isSettled }.map(finding)
    return DemoCheckResult(
      name: "objects",
      answer: findings.isEmpty
        ? "\(counted(resources.count, "object")) \(resources.count == 1 ? "is" : "are") present"
        : "\(findings.count.grouped) of \(counted(resources.count, "object")) "
          + "\(findings.count == 1 ? "is" : "are") missing or different",
      findings: findings
    )
  }

  /// The findings about accounts that differ from the fixtures.
  var accountFindings: [Diagnostic] {
    findings(of: difference.resources.filter { accounts.contains($0.address.service) })
  }

  private func findings(of resources: [ResourceDifference]) -> [Diagnostic] {
    resources.flatMap { resource in
      resource.form().changes.filter { $0.kind != .extra }.map { finding($0, of: resource) }
    }
  }

  private func finding(_ object: ResourceDifference) -> Diagnostic {
    let state =
      object.old.exists
      ? "the object in the environment differs from the one in the fixtures"
      : "this object is missing from the environment"
    return .error(
      .differsFromFixtures,
      "\(state); \(reset) uploads it",
      at: object.position,
      address: object.address
    )
  }

  private func finding(_ change: Change, of resource: ResourceDifference) -> Diagnostic {
    let state =
      switch change.kind {
      case .added: "the environment has no value here, but the fixtures do"
      case .changed: "the value in the environment differs from the one in the fixtures"
      case .removed, .extra:
        "the list in the environment has an element that is not in the fixtures"
      case .moved, .reordered:
        "this list has a different order in the environment than in the fixtures"
      }
    return .error(
      .differsFromFixtures,
      "\(state); \(reset) writes the fixtures' value, and tane diff \(environment) shows both",
      at: change.new?.position ?? resource.position,
      address: Address(service: resource.address.service, path: change.path)
    )
  }
}
