package import TaneCore
package import TaneProject

/// The profiles of a project with every problem of theirs, for operations that sign in nowhere.
///
/// A variable that `credentials` alone reads need not be set, so that a job without a team's keys can check.
package struct CheckedProfiles: Sendable {
  package let profiles: EnvironmentProfiles
  /// Every problem of all profiles, by place.
  package let findings: [Diagnostic]
  /// The parts that were left out, each with its reason, as clauses.
  package let notChecked: [String]

  /// Reads the profiles of a project.
  package init(of project: Project, variables: [String: String]) {
    profiles = .load(from: project, variables: variables, omitting: ["credentials"])
    let own = Set(profiles.diagnostics)
    let all = EnvironmentProfiles.load(from: project, variables: variables).diagnostics
    let unset = all.filter { $0.code == .unsetVariable && !own.contains($0) }
    findings = own.union(all).subtracting(unset).sorted()
    notChecked = unset.map { finding in
      let place = finding.position.map { "\($0)" } ?? Project.environments
      return "the credentials at \(place): \(finding.message.prefix { $0 != ";" })"
    }
  }

  /// Returns true if the environment of a name has a profile that cannot be used.
  package func isBroken(_ name: String) -> Bool {
    profiles.diagnostics(of: name).containsError
  }

  /// The names of all services, or nil where a profile with errors does not tell its own.
  var serviceNames: ServiceNames? {
    profiles.names.contains(where: isBroken) ? nil : ServiceNames(of: profiles.profiles)
  }

  /// Every problem of the profiles, of whatever environment.
  var check: FindingReport.Check { FindingReport.Check(name: "profiles", findings: findings) }

  /// Checks the mappings themselves, by data where there are some.
  func check(of mappings: Mappings, against data: CheckedData?) -> FindingReport.Check {
    var found = mappings.diagnostics
    if !found.containsError {
      found += serviceNames.map { mappings.findings(aboutServicesBesides: $0) } ?? []
      if let data {
        found += CheckedKinds.all.flatMap { $0.findings(about: mappings, in: data) }
      }
    }
    return FindingReport.Check(name: mappings.file ?? "fixtures/mappings.yaml", findings: found)
  }

  /// The number of profiles, those included that can only be extended.
  package var count: Int {
    Set(profiles.names).union(profiles.profiles.map(\.name)).count
  }
}
